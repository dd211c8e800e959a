import { minuteMs, hourMs } from '#shared/time.ts';
/** Reddit's codes in words. The text that Reddit sends is localised and changes; the code does not. */
const words: Record<string, string> = {
  USER_REQUIRED: 'Reddit wants a signed-in account for this. Connect your account again.',
  VERIFIED_USER_REQUIRED: 'Your Reddit account needs a confirmed email address for this.',
  THREAD_LOCKED: 'The moderators have locked this thread: nobody can answer any more.',
  TOO_OLD: 'This thread is archived: Reddit takes no answers to it any more.',
  DELETED_LINK: 'The post has been deleted.',
  DELETED_COMMENT: 'The comment has been deleted.',
  DELETED_THING: 'What you answered has been deleted.',
  NO_TEXT: 'Reddit got no text.',
  TOO_LONG: 'The answer is too long for Reddit.',
  BAD_STRING: 'Reddit does not take some character of this text.',
  NO_THING_ID: 'Reddit does not know what this answers.',
  TOO_MANY_COMMENTS: 'This thread has more comments than Reddit allows.',
  USER_BLOCKED: 'The author has blocked your account.',
  SUBREDDIT_NOTALLOWED: 'Your account may not write in this community.',
  SUBREDDIT_NOEXIST: 'Reddit says that this community does not exist.',
  DOMAIN_BANNED: 'Reddit does not allow a link in your text.',
  BAD_CAPTCHA: 'Reddit wants to see that you are human. Post this one on Reddit itself.',
  QUOTA_FILLED: 'Your account has reached what Reddit lets it post for now.',
  RATELIMIT: 'Reddit asks your account to wait.',
  SUBREDDIT_RATELIMIT: 'Reddit asks your account to wait in this community.',
  insufficient_scope: 'Earshot may not post for you yet. Allow posting first.',
  forbidden: 'Reddit does not let your account answer here: it may be banned there, or the community is closed to it.',
  gone: 'What you answered is no longer there.',
  blocked: 'Reddit blocks this server. Copy the text and post it on Reddit itself.',
  unauthorized: 'Reddit no longer accepts this connection. Connect your Reddit account again.',
};
/** These pass by themselves. */
const waiting = new Set(['RATELIMIT', 'SUBREDDIT_RATELIMIT']);
const unitMs = { millisecond: 1, second: 1000, minute: minuteMs, hour: hourMs };
const defaultWaitMs = 10 * minuteMs;

export const asksToWait = (code: string): boolean => waiting.has(code);

export function wordsFor(code: string, text: string | null): string {
  const known = words[code] ?? (code.startsWith('SUBMIT_VALIDATION_') ? 'The rules of this community refuse the text.' : null);
  if (known !== null) return known;
  return text ? `Reddit refused it: ${text}` : `Reddit refused it (${code}).`;
}

/** Milliseconds that a RATELIMIT asks for, from its text ("try again in 9 minutes"); ten minutes when it does not say. */
export function waitMs(text: string, seconds: unknown): number {
  const [, figure, unit] = /(\d{1,9})\s{0,3}(millisecond|second|minute|hour)s?/i.exec(text) ?? [];
  const told = Number(figure) * (unitMs[(unit ?? '').toLowerCase() as keyof typeof unitMs] ?? Number.NaN);
  if (Number.isFinite(told)) return told + 1000;
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 + 1000 : defaultWaitMs;
}
