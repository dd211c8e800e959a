import type { Post } from '#shared/posts.ts';
import type { RowView } from '#web/features/inbox/list/inbox-row.tsx';
import { titleOf, reasonText } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';
import { statusLabels } from './texts.ts';

const gone = t('Deleted by its author');

export function rowOfPost(post: Post, campaign: string | null): RowView {
  const [rule = null] = post.matchedRules;
  return {
    id: post.id,
    score: post.confidence,
    title: post.goneAt ? gone : titleOf(post) || post.body.slice(0, 160),
    why: reasonText(post.reason),
    subreddit: post.subreddit,
    at: post.createdAt,
    isComment: post.kind === 'comment',
    isUnseen: !post.seen,
    isSample: post.sample,
    rule,
    campaign,
    assignee: null,
    mark: post.status === 'dismissed' || post.status === 'archived' ? statusLabels[post.status] : null,
  };
}
