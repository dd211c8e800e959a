import type { CheckPoint } from '#shared/reply-check.ts';
import { dayMs } from '#shared/time.ts';
import { fullnameOrNull } from '#core/reddit/client/wire.ts';
import { type Facts, span } from './facts.ts';

const oldMs = 30 * dayMs;
/** Reddit archives threads after about six months unless the subreddit keeps them open. */
const archivedMs = 180 * dayMs;

export const notOnReddit = "This didn't come from Reddit, so you can't reply to it there";

/** Whether the thread still accepts replies, and whether anyone still reads it. */
export function threadPoint({ post, target, thread, now }: Facts): CheckPoint {
  const point = (level: CheckPoint['level'], message: string): CheckPoint => ({ key: 'thread', level, message, evidence: [] });
  if (post.goneAt !== null || target.gone === 'deleted') return point('stop', 'The author deleted this on Reddit');
  if (post.sample || fullnameOrNull(post.fullname) === null || post.permalink === null) return point('stop', notOnReddit);
  if (thread?.gone) return point('stop', 'This was deleted or removed on Reddit');
  if (thread?.locked ?? target.locked === 1) return point('stop', 'The thread is locked, so nobody can reply');
  if (thread?.archived) return point('stop', 'The thread is archived, so nobody can reply');
  const age = now - target.created_at;
  if (!thread && age > archivedMs) return point('ask', `This is ${span(age)} old, so Reddit may have archived it`);
  if (age > oldMs) return point('ask', `This is ${span(age)} old, so few people still read it`);
  if (!thread) return point('unknown', `The thread was open ${span(now - target.checked_at)} ago. Couldn't check it with Reddit now`);
  return point('ok', `The thread is open and ${span(age)} old`);
}

const waiting: Record<string, string> = {
  queued: 'One of your replies is waiting to be posted here',
  sending: 'One of your replies is being posted here',
  unknown: "One of your replies may be here. This isn't certain yet",
};

/** Whether the user has already replied in this thread, through Earshot or by hand. */
export function answeredPoint({ post, target, answers, own, now }: Facts): CheckPoint {
  const point = (level: CheckPoint['level'], message: string, at: string | null = null): CheckPoint => ({
    key: 'answered',
    level,
    message,
    evidence: at === null ? [] : [at],
  });
  const before = answers.find(({ parent_fullname, post_id }) => parent_fullname === target.fullname || String(post_id) === post.id);
  if (before) return point('ask', waiting[before.state] ?? `You replied to this ${span(now - before.created_at)} ago`, before.permalink);
  const threadName = target.link_fullname ?? target.fullname;
  const there = own.items.find(({ linkFullname, parentFullname }) => linkFullname === threadName || parentFullname === target.fullname);
  if (there) {
    const message = there.parentFullname === target.fullname ? 'You replied to this' : 'You commented in this thread';
    return point('ask', `${message} ${span(now - there.createdAt)} ago`, there.permalink);
  }
  const knows = own.state === 'ok' || own.state === 'empty';
  if (knows) return point('ok', own.capped ? "You haven't replied, as far as Reddit lists your comments" : "You haven't replied yet");
  return point('unknown', "Earshot hasn't sent a reply here. It can't see what you posted on Reddit yourself");
}
