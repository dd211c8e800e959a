import type { Db } from '#core/platform/db/connect.ts';
import { jsonRow } from '#core/platform/db/json-rows.ts';
import type { PostRow } from './rows.ts';

const shown = [
  ...[
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
  ].map((column) => `posts.${column}`),
  ...['fullname', 'subreddit', 'author', 'title', 'body', 'url', 'permalink', 'points', 'num_comments', 'gone_at'].map(
    (column) => `items.${column}`,
  ),
  'campaigns.sample',
];
const unshown = [
  ...['user_id', 'item_id', 'author_key', 'role', 'solved', 'fit_none', 'decided', 'open', 'touched', 'kept_at'].map(
    (column) => `posts.${column}`,
  ),
  'items.scope',
  'items.link_fullname',
];

const joined = (db: Db) => db('posts').join('items', 'items.id', 'posts.item_id').join('campaigns', 'campaigns.id', 'posts.campaign_id');

/** Posts with every column; narrow it by `posts.…`. */
export const selectPosts = (db: Db) => joined(db).select<PostRow[]>([...shown, ...unshown]);

/** Posts with the columns that lists show, as JSON; narrow it by `posts.…`. */
export const selectShownPosts = (db: Db) => joined(db).select<{ json: string }[]>(jsonRow(db, shown));
