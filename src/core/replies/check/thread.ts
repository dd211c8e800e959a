import type { CheckPoint } from '#shared/reply-check.ts';
import { dayMs } from '#shared/time.ts';
import { fullnameOrNull } from '#core/reddit/client/wire.ts';
import { type Facts, span } from './facts.ts';

const oldMs = 30 * dayMs;
/** Reddit archives threads at about half a year unless the community keeps them open. */
const archivedMs = 180 * dayMs;

/** Whether the thread still takes answers, and whether anybody still reads it. */
export function threadPoint({ post, target, thread, now }: Facts): CheckPoint {
  const point = (level: CheckPoint['level'], words: string): CheckPoint => ({ key: 'thread', level, words, evidence: [] });
  if (post.goneAt !== null || target.gone === 'deleted') return point('stop', 'The author has taken this down on Reddit');
  if (post.sample || fullnameOrNull(post.fullname) === null || post.permalink === null)
    return point('stop', 'This did not come from Reddit, so it cannot be answered there');
  if (thread?.gone) return point('stop', 'It has been taken down on Reddit');
  if (thread?.locked ?? target.locked === 1) return point('stop', 'The thread is locked: nobody can answer any more');
  if (thread?.archived) return point('stop', 'The thread is archived: Reddit takes no answers any more');
  const age = now - target.created_at;
  if (!thread && age > archivedMs) return point('ask', `It is ${span(age)} old: Reddit may have archived it`);
  if (age > oldMs) return point('ask', `It is ${span(age)} old: hardly anybody reads it any more`);
  if (!thread)
    return point('unknown', `It was open when it was last looked at, ${span(now - target.checked_at)} ago; Reddit could not be asked now`);
  return point('ok', `The thread is open, ${span(age)} old`);
}

const waiting: Record<string, string> = {
  queued: 'An answer of yours waits to be posted here',
  sending: 'An answer of yours is being posted here',
  unknown: 'An answer of yours may stand here: it is not clear yet',
};

/** Whether we spoke here already, through Earshot or by hand. */
export function answeredPoint({ post, target, answers, own, now }: Facts): CheckPoint {
  const point = (level: CheckPoint['level'], words: string, at: string | null = null): CheckPoint => ({
    key: 'answered',
    level,
    words,
    evidence: at === null ? [] : [at],
  });
  const before = answers.find(({ parent_fullname, post_id }) => parent_fullname === target.fullname || String(post_id) === post.id);
  if (before) return point('ask', waiting[before.state] ?? `You answered this ${span(now - before.created_at)} ago`, before.permalink);
  const threadName = target.link_fullname ?? target.fullname;
  const there = own.items.find(({ linkFullname, parentFullname }) => linkFullname === threadName || parentFullname === target.fullname);
  if (there) {
    const words = there.parentFullname === target.fullname ? 'You answered this' : 'You have spoken in this thread';
    return point('ask', `${words} ${span(now - there.createdAt)} ago`, there.permalink);
  }
  const knows = own.state === 'ok' || own.state === 'empty';
  if (knows) return point('ok', own.capped ? 'Not answered by you, as far as Reddit lists what you wrote' : 'Not answered by you');
  return point('unknown', 'Nothing was sent here with Earshot; what you wrote on Reddit itself cannot be seen');
}
