import type { Post } from '#shared/posts.ts';
import type { Components, Evidence, SpeakerRole } from '#shared/scoring.ts';
import { recencyOf } from '#core/scoring/arithmetic.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { jsonRow } from '#core/platform/db/json-rows.ts';
import { confidenceAt } from '#core/scoring/confidence.ts';

/** What a user decides about a post. */
export interface PostState {
  id: number;
  status: Post['status'];
  open: number;
  touched: number;
  seen_at: number | null;
  feedback: 'right' | 'wrong' | null;
  feedback_reason: NonNullable<Post['feedback']>['reason'];
  feedback_at: number | null;
  /** When its user made a lead of it by hand. */
  kept_at: number | null;
}

/** What lists show of a post. */
export type ShownPost = Omit<
  PostRow,
  | 'user_id'
  | 'item_id'
  | 'author_key'
  | 'role'
  | 'solved'
  | 'fit_none'
  | 'decided'
  | 'open'
  | 'touched'
  | 'kept_at'
  | 'scope'
  | 'link_fullname'
>;

/** A post with its item and the flag of its campaign. */
export interface PostRow extends PostState {
  user_id: number;
  campaign_id: number;
  item_id: number;
  lead_id: number | null;
  kind: 'post' | 'comment';
  author_key: string | null;
  matched_rules: string;
  components: string;
  evidence: string;
  role: SpeakerRole;
  solved: number;
  fit_none: number;
  reason: string;
  scored_by: string;
  static_points: number;
  recency_points: number;
  cap: number;
  learned_points: number;
  created_at: number;
  discovered_at: number;
  decided: 'lead' | 'post';
  scope: string;
  fullname: string;
  subreddit: string;
  author: string | null;
  title: string;
  body: string;
  url: string | null;
  permalink: string | null;
  points: number | null;
  num_comments: number | null;
  link_fullname: string | null;
  gone_at: number | null;
  sample: number;
}

const own = [
  'id',
  'user_id',
  'campaign_id',
  'item_id',
  'lead_id',
  'kind',
  'author_key',
  'matched_rules',
  'components',
  'evidence',
  'role',
  'solved',
  'fit_none',
  'reason',
  'scored_by',
  'static_points',
  'recency_points',
  'cap',
  'learned_points',
  'created_at',
  'discovered_at',
  'decided',
  'status',
  'open',
  'touched',
  'seen_at',
  'feedback',
  'feedback_reason',
  'feedback_at',
  'kept_at',
].map((column) => `posts.${column}`);
const ofItem = [
  'scope',
  'fullname',
  'subreddit',
  'author',
  'title',
  'body',
  'url',
  'permalink',
  'points',
  'num_comments',
  'link_fullname',
  'gone_at',
].map((column) => `items.${column}`);

const joined = (db: Db) => db('posts').join('items', 'items.id', 'posts.item_id').join('campaigns', 'campaigns.id', 'posts.campaign_id');

/** Posts with everything that is known of them; narrow it by `posts.…`. */
export const selectPosts = (db: Db) => joined(db).select<PostRow[]>([...own, ...ofItem, 'campaigns.sample']);

const unshown = new Set(
  'user_id item_id author_key role solved fit_none decided open touched kept_at scope link_fullname'
    .split(' ')
    .flatMap((column) => [`posts.${column}`, `items.${column}`]),
);
const shown = [...own, ...ofItem, 'campaigns.sample'].filter((column) => !unshown.has(column));

/** Posts with what lists show of them, as JSON; narrow it by `posts.…`. */
export const selectShownPosts = (db: Db) => joined(db).select<{ json: string }[]>(jsonRow(db, shown));

export const rankOfRow = (row: Pick<PostRow, 'static_points' | 'recency_points' | 'cap'>) => ({
  staticPoints: row.static_points,
  recencyPoints: row.recency_points,
  cap: row.cap,
});

const iso = (time: number): string => new Date(time).toISOString();

/** The post as it stands at `now`: what age takes from it is worked out here. */
export function postOf(row: ShownPost, now: number): Post {
  const components = JSON.parse(row.components) as Components;
  return {
    id: String(row.id),
    fullname: row.fullname,
    kind: row.kind,
    subreddit: row.subreddit,
    author: row.author,
    title: row.title,
    body: row.body,
    url: row.url,
    permalink: row.permalink,
    createdAt: iso(row.created_at),
    discoveredAt: iso(row.discovered_at),
    score: row.points,
    numComments: row.num_comments,
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
      row.feedback === null ? null : { verdict: row.feedback, reason: row.feedback_reason, at: iso(row.feedback_at ?? row.discovered_at) },
    leadId: row.lead_id === null ? null : String(row.lead_id),
    goneAt: row.gone_at === null ? null : iso(row.gone_at),
    sample: row.sample === 1,
  };
}
