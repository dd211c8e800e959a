import { Ear } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Campaign } from '#shared/campaigns.ts';
import { leadRoutes } from '#shared/leads.ts';
import { postRoutes } from '#shared/posts.ts';
import { HelpLink } from '#web/features/help/help-link.tsx';
import type { RowView } from '#web/features/inbox/list/inbox-row.tsx';
import { campaignsOf, rowOfLead } from '#web/features/leads/row.ts';
import { rowOfPost } from '#web/features/posts/row.ts';
import { useApi } from '#web/lib/api.ts';
import { subredditName } from '#web/lib/format.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { tSent } from '#web/lib/language.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Section } from '#web/ui/page.tsx';
import { Score } from '#web/ui/score.tsx';
import { type Answer, EmptyState, Loaded, ListSkeleton } from '#web/ui/states.tsx';
import { texts } from './texts.ts';

interface FindsProps<T> {
  title: string;
  answer: Answer<{ items: T[] }>;
  rowOf: (item: T) => RowView;
  empty: string;
  /** Link to the full list. */
  all: string;
  hrefOf: (id: string) => string;
}

function Finds<T>({ title, answer, rowOf, empty, all, hrefOf }: FindsProps<T>) {
  const more = (
    <ButtonLink variant="link" size="sm" to={all}>
      {texts.openInbox}
    </ButtonLink>
  );
  return (
    <Section title={title} aside={more}>
      <Loaded
        answer={answer}
        failed=""
        skeleton={<ListSkeleton rows={4} />}
        empty={<EmptyState help={<HelpLink topic="scoring" />}>{empty}</EmptyState>}
      >
        {({ items }) => (
          <ul>
            {items.map(rowOf).map((view) => (
              <Find key={view.id} view={view} to={hrefOf(view.id)} />
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  );
}

/** The next ones of the last 24 hours, each with what keeps it from being a lead; nothing without any. */
export function JustBelow({ campaign }: { campaign: Campaign }) {
  const { data } = useApi(postRoutes.justBelow, { params: { id: campaign.id }, query: { limit: 5 } });
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={texts.justBelow} aside={<span className="text-12 text-muted">{texts.justBelowHint}</span>}>
      <ul>
        {data.items.map((post) => (
          <Find
            key={post.id}
            view={{ ...rowOfPost(post, null), why: tSent(post.notLead) }}
            to={`/dashboard/posts?campaignId=${campaign.id}&post=${post.id}`}
          />
        ))}
      </ul>
    </Section>
  );
}

function Find({ view, to }: { view: RowView; to: string }) {
  return (
    <li className="grid animate-rise grid-cols-[32px_minmax(0,1fr)] gap-x-3 border-b border-line py-2.5 last:border-b-0">
      <Score value={view.score} />
      <div className="min-w-0">
        <Link
          to={to}
          dir="auto"
          className={
            view.isUnseen
              ? 'line-clamp-2 text-14 font-semibold wrap-anywhere hover:underline'
              : 'line-clamp-2 text-14 wrap-anywhere hover:underline'
          }
        >
          {view.title}
        </Link>
        <p className="mt-0.5 grid grid-cols-[14px_minmax(0,1fr)] gap-x-1.5 text-13 text-soft-text">
          <Ear aria-hidden className="mt-[3px] size-3.5 text-primary" />
          <span className="flex min-w-0 items-baseline gap-2 max-xl:block">
            <span title={view.why} className="truncate max-xl:line-clamp-2 max-xl:whitespace-normal">
              {view.why}
            </span>
            <span className="flex-none text-12 whitespace-nowrap text-muted max-xl:block">
              {subredditName(view.subreddit)} · <TimeAgo at={view.at} />
            </span>
          </span>
        </p>
      </div>
    </li>
  );
}

export function CampaignLeads({ campaign, limit = 25 }: { campaign: Campaign; limit?: number }) {
  const answer = useApi(leadRoutes.list, { query: { campaignId: campaign.id, limit } });
  return (
    <Finds
      title={texts.bestLeads}
      answer={answer}
      rowOf={(lead) => rowOfLead(lead, campaignsOf(lead, true))}
      empty={texts.noLeads}
      all={`/dashboard/leads?campaignId=${campaign.id}`}
      hrefOf={(id) => `/dashboard/leads/${id}`}
    />
  );
}

export function CampaignPosts({ campaign, limit = 25 }: { campaign: Campaign; limit?: number }) {
  const answer = useApi(postRoutes.list, { query: { campaignId: campaign.id, limit } });
  return (
    <Finds
      title={texts.latestPosts}
      answer={answer}
      rowOf={(post) => rowOfPost(post, null)}
      empty={texts.noPosts}
      all={`/dashboard/posts?campaignId=${campaign.id}`}
      hrefOf={(id) => `/dashboard/posts?campaignId=${campaign.id}&post=${id}`}
    />
  );
}
