import { ExternalLink, UserCheck } from 'lucide-react';
import { memo, type Ref, useRef } from 'react';
import { Link } from 'react-router-dom';
import { competitorRoutes, type Mention, type MentionKind } from '#shared/competitors.ts';
import type { CampaignOption } from '#web/features/campaigns/use-campaign-names.ts';
import { call, markStale } from '#web/lib/api.ts';
import { useAttempt } from '#web/lib/failure.ts';
import { externalRel, externalUrl } from '#web/lib/external-link.ts';
import { subredditName } from '#web/lib/format.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Row } from '#web/features/keys/keys.tsx';
import { useCan } from '#web/lib/session.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { kindLabels, texts, toneLabels } from './texts.ts';

const kindTones: Record<MentionKind, BadgeTone> = {
  complaint: 'bad',
  praise: 'good',
  comparison: 'neutral',
  alternative: 'primary',
  question: 'neutral',
  other: 'outline',
};
const unsure = 0.2;

function Tone({ sentiment }: { sentiment: number | null }) {
  if (sentiment === null || Math.abs(sentiment) <= unsure) return null;
  return sentiment > 0 ? <Badge tone="good">{toneLabels.good}</Badge> : <Badge tone="bad">{toneLabels.bad}</Badge>;
}

const noCampaigns: never[] = [];

interface MentionRowProps {
  mention: Mention;
  /** Campaigns that the author can become a lead of. */
  campaigns: readonly CampaignOption[];
}

/** Memoized, because a list may contain thousands of rows. */
export const MentionRow = memo(function MentionRow({ mention, campaigns }: MentionRowProps) {
  const { competitor, kind, sentiment, quote, title, subreddit, permalink, createdAt } = mention;
  const link = externalUrl(permalink);
  const { work } = useCan();
  const leadButton = useRef<HTMLButtonElement>(null);
  return (
    <Row
      keys={{ lead: () => leadButton.current?.click() }}
      className="border-b border-line py-3 last:border-b-0 [contain-intrinsic-size:auto_92px] [content-visibility:auto]"
    >
      <div className="flex flex-wrap items-center gap-2 text-12 text-muted">
        <span className="text-13 font-semibold text-text wrap-anywhere">
          <bdi>{competitor}</bdi>
        </span>
        {kind === 'other' ? null : <Badge tone={kindTones[kind]}>{kindLabels[kind]}</Badge>}
        <Tone sentiment={sentiment} />
        <span className="ml-auto">
          {subreddit === '' ? '' : `${subredditName(subreddit)} · `}
          <TimeAgo at={createdAt} />
        </span>
      </div>
      <p dir="auto" className="mt-1 text-14 wrap-anywhere">
        {quote}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-3 text-13 text-muted">
        <p dir="auto" className="line-clamp-1 min-w-0 flex-1 wrap-anywhere">
          {title === quote ? null : title}
        </p>
        <LeadButton ref={leadButton} mention={mention} campaigns={work ? campaigns : noCampaigns} />
        {link ? (
          <a
            href={link}
            target="_blank"
            rel={externalRel}
            className="inline-flex flex-none items-center gap-1 text-primary underline-offset-3 hover:underline max-md:min-h-10"
          >
            {texts.open}
            <ExternalLink aria-hidden className="size-3.5" />
          </a>
        ) : null}
      </div>
    </Row>
  );
});

/** Turns the author into a lead of a campaign, or links to the lead that exists. */
function LeadButton({
  mention: { id, postId, author, own },
  campaigns: options,
  ref,
}: {
  mention: Mention;
  campaigns: readonly CampaignOption[];
  ref: Ref<HTMLButtonElement>;
}) {
  const [busy, start] = useAttempt();
  if (postId !== null)
    return (
      <Link
        to={`/dashboard/posts?post=${postId}&status=all`}
        className="flex-none text-primary hover:underline max-md:min-h-10 max-md:content-center"
      >
        {texts.kept}
      </Link>
    );
  if (author === null || own || options.length === 0) return null;
  const make = (campaignId: string) =>
    start(async () => {
      await call(competitorRoutes.makeLead, { params: { id }, body: { campaignId } });
      showToast.success(texts.madeLead(author));
      markStale(['/competitors', '/leads', '/posts', '/dashboard']);
    });
  const [only, ...more] = options;
  if (only && more.length === 0)
    return (
      <Button ref={ref} size="sm" variant="outline" icon={UserCheck} busy={busy} onClick={() => void make(only.value)}>
        {texts.makeLead}
      </Button>
    );
  return (
    <Menu
      trigger={
        <Button ref={ref} size="sm" variant="outline" icon={UserCheck} busy={busy}>
          {texts.makeLead}
        </Button>
      }
    >
      {options.map(({ value, label }) => (
        <MenuItem key={value} onSelect={() => void make(value)}>
          {texts.leadOf(label)}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** Where a quote is from, as a link where there is one. */
export function QuoteSource({ subreddit, permalink }: { subreddit: string; permalink: string | null }) {
  const link = externalUrl(permalink);
  const name = subredditName(subreddit);
  if (!link) return <span className="text-12 text-muted">{name}</span>;
  return (
    <a href={link} target="_blank" rel={externalRel} className="text-12 text-primary hover:underline">
      {name}
    </a>
  );
}
