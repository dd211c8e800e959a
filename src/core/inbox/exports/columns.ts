import type { Lead } from '#shared/leads.ts';
import type { Post } from '#shared/posts.ts';
import type { Cell } from './csv.ts';

export interface Columns<T> {
  head: readonly string[];
  row: (item: T) => Cell[];
}

/** One row per person, with their best post or comment. */
export const leadCells: Columns<Lead> = {
  head: [
    'id',
    'campaignId',
    'redditUsername',
    'confidence',
    'stage',
    'tags',
    'value',
    'notes',
    'firstSeenAt',
    'lastActivityAt',
    'subreddit',
    'post',
    'reason',
    'permalink',
    'campaigns',
    'assignee',
    'shownToClients',
  ],
  row: (lead) => {
    const [best] = lead.posts;
    return [
      lead.id,
      lead.campaignId,
      lead.redditUsername,
      lead.confidence,
      lead.stage,
      lead.tags.join(', '),
      lead.value,
      lead.notes,
      lead.firstSeenAt,
      lead.lastActivityAt,
      best?.subreddit ?? '',
      best?.title ?? '',
      best?.reason ?? '',
      best?.permalink ?? '',
      lead.campaigns.map(({ name }) => name).join(', '),
      lead.assignee?.username ?? '',
      lead.shownToClients ? 'yes' : '',
    ];
  },
};

export const postCells: Columns<Post> = {
  head: [
    'id',
    'campaignId',
    'kind',
    'subreddit',
    'author',
    'title',
    'body',
    'confidence',
    'reason',
    'matchedRules',
    'status',
    'createdAt',
    'discoveredAt',
    'permalink',
    'fullname',
    'url',
    'score',
    'numComments',
  ],
  row: (post) => [
    post.id,
    post.campaignId,
    post.kind,
    post.subreddit,
    post.author,
    post.title,
    post.body,
    post.confidence,
    post.reason,
    post.matchedRules.join(' | '),
    post.status,
    post.createdAt,
    post.discoveredAt,
    post.permalink,
    post.fullname,
    post.url,
    post.score,
    post.numComments,
  ],
};
