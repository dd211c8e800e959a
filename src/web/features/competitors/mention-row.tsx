import { ExternalLink } from 'lucide-react';
import { memo } from 'react';
import type { Mention, MentionKind } from '#shared/competitors.ts';
import type { CampaignOption } from '#web/features/campaigns/use-campaign-names.ts';
import { externalUrl, externalRel } from '#web/features/inbox/external-link.ts';
import { subredditName } from '#web/lib/format.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { LeadButton } from './lead-button.tsx';
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

interface MentionRowProps {
  mention: Mention;
  /** Campaigns that the author can become a lead of. */
  campaigns: readonly CampaignOption[];
}

/** Memoized, because a list may contain thousands of rows. */
export const MentionRow = memo(function MentionRow({ mention, campaigns }: MentionRowProps) {
  const { competitor, kind, sentiment, quote, title, subreddit, permalink, createdAt } = mention;
  const link = externalUrl(permalink);
  return (
    <li className="border-b border-line py-3 last:border-b-0 [contain-intrinsic-size:auto_92px] [content-visibility:auto]">
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
        <LeadButton mention={mention} campaigns={campaigns} />
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
    </li>
  );
});
