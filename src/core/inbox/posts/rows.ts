import { isoTime } from '#core/platform/clock.ts';
import type { Post } from '#shared/posts.ts';
import type { Components, Evidence } from '#shared/scoring.ts';
import { originOf } from '#shared/origin.ts';
import { writtenAt } from '#core/platform/item.ts';
import { recencyOf } from '#core/scoring/arithmetic.ts';
import { confidenceAt } from '#core/scoring/confidence.ts';
import type { CampaignsRow, ItemsRow, PostsRow } from '../tables.ts';

/** The columns that a user's decision changes. */
export type PostState = Pick<
  PostsRow,
  | 'id'
  | 'status'
  | 'open'
  | 'touched'
  | 'seen_at'
  | 'feedback'
  | 'feedback_reason'
  | 'feedback_at'
  | 'kept_at'
  | 'before_feedback'
  | 'closed_at'
>;

/** The columns that lists show. */
const shownOfPost = [
  'id',
  'campaign_id',
  'lead_id',
  'kind',
  'matched_rules',
  'components',
  'evidence',
  'reason',
  'scored_by',
  'static_points',
  'recency_points',
  'cap',
  'learned_points',
  'created_at',
  'discovered_at',
  'status',
  'seen_at',
  'feedback',
  'feedback_reason',
  'feedback_at',
] as const satisfies readonly (keyof PostsRow)[];
const shownOfItem = ['fullname', 'subreddit', 'author', 'title', 'body', 'url', 'permalink', 'points', 'num_comments', 'gone_at'] as const;
const unshownOfItem = ['scope', 'link_fullname', 'checked_at'] as const;

export const shownColumns = [
  ...shownOfPost.map((column) => `posts.${column}`),
  ...shownOfItem.map((column) => `items.${column}`),
  'campaigns.sample',
];
export const postColumns = ['posts.*', ...[...shownOfItem, ...unshownOfItem].map((column) => `items.${column}`), 'campaigns.sample'];

export type ShownPost = Pick<PostsRow, (typeof shownOfPost)[number]> &
  Pick<ItemsRow, (typeof shownOfItem)[number]> &
  Pick<CampaignsRow, 'sample'>;
/** A post with its item and its campaign's `sample` flag. */
export type PostRow = PostsRow & ShownPost & Pick<ItemsRow, (typeof unshownOfItem)[number]>;

export const rankOfRow = (row: Pick<PostRow, 'static_points' | 'recency_points' | 'cap'>) => ({
  staticPoints: row.static_points,
  recencyPoints: row.recency_points,
  cap: row.cap,
});

type ItemFields = Pick<ItemsRow, 'fullname' | 'kind' | 'subreddit' | 'author' | 'title' | 'body' | 'url' | 'permalink'> &
  Pick<ItemsRow, 'created_at' | 'points' | 'num_comments'>;

/** The fields of a post that come from its item. */
export const itemFieldsOf = (row: ItemFields) => ({
  fullname: row.fullname,
  origin: originOf(row.fullname),
  kind: row.kind,
  subreddit: row.subreddit,
  author: row.author,
  title: row.title,
  body: row.body,
  url: row.url,
  permalink: row.permalink,
  createdAt: writtenAt(row.created_at),
  score: row.points,
  numComments: row.num_comments,
});

/** The post as of `now`; recency is computed here. */
export function postOf(row: ShownPost, now: number): Post {
  const components = JSON.parse(row.components) as Components;
  return {
    id: String(row.id),
    ...itemFieldsOf(row),
    discoveredAt: isoTime(row.discovered_at),
    campaignId: String(row.campaign_id),
    matchedRules: JSON.parse(row.matched_rules) as string[],
    confidence: confidenceAt(rankOfRow(row), row.created_at, now),
    learnedPoints: row.learned_points,
    components: { ...components, recency: recencyOf(row.created_at, now) },
    evidence: JSON.parse(row.evidence) as Evidence[],
    reason: row.reason,
    scoredBy: row.scored_by,
    status: row.status,
    seen: row.seen_at !== null,
    feedback:
      row.feedback === null
        ? null
        : { verdict: row.feedback, reason: row.feedback_reason, at: isoTime(row.feedback_at ?? row.discovered_at) },
    leadId: row.lead_id === null ? null : String(row.lead_id),
    goneAt: isoTime(row.gone_at),
    sample: row.sample === 1,
  };
}
