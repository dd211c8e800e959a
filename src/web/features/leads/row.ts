import { leadRoutes, type Lead } from '#shared/leads.ts';
import { postRoutes } from '#shared/posts.ts';
import type { Read } from '#web/features/inbox/reader/reader-pane.tsx';
import type { RowView } from '#web/features/inbox/list/inbox-row.tsx';
import { authorName, titleOf, reasonText } from '#web/lib/format.ts';
import { stageLabels, listTexts } from './list-texts.ts';

/** Whose lead it is: the campaigns that found the same person, or null in a list of one campaign. */
export const campaignsOf = ({ campaigns }: Pick<Lead, 'campaigns'>, isOne: boolean): string | null =>
  isOne && campaigns.length < 2 ? null : campaigns.map(({ name }) => name).join(', ');

/** A lead's row shows its best post. */
export function rowOfLead(lead: Lead, campaign: string | null): RowView {
  const best = lead.posts[0];
  return {
    id: lead.id,
    score: lead.confidence,
    title: (best && titleOf(best)) || (lead.redditUsername ? authorName(lead.redditUsername) : listTexts.removed),
    why: reasonText(best?.reason ?? ''),
    subreddit: best?.subreddit ?? '',
    at: best ? best.createdAt : lead.lastActivityAt,
    isComment: best?.kind === 'comment',
    isUnseen: !lead.seen,
    isSample: lead.sample,
    rule: null,
    campaign,
    assignee: lead.assignee?.username ?? null,
    mark: [lead.stage !== 'new' && stageLabels[lead.stage], lead.shownToClients && listTexts.clients].filter(Boolean).join(' · '),
  };
}

/** What the reader reads for a lead. */
export const readsOfLead = ({ id, posts }: Lead): Read[] => [
  { route: leadRoutes.get, input: { params: { id } } },
  ...posts.slice(0, 1).map((post): Read => ({ route: postRoutes.get, input: { params: { id: post.id } } })),
];
