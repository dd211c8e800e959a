import { minuteMs, hourMs } from '#shared/time.ts';

/** Messages by Reddit's error code, because Reddit's own texts are localized and change. */
const messages: Record<string, string> = {
  USER_REQUIRED: 'Reddit requires a signed-in account. Connect your account again.',
  VERIFIED_USER_REQUIRED: 'Your Reddit account needs a verified email address.',
  THREAD_LOCKED: 'The moderators locked this thread, so nobody can reply.',
  TOO_OLD: 'This thread is archived, so nobody can reply.',
  DELETED_LINK: 'The post was deleted.',
  DELETED_COMMENT: 'The comment was deleted.',
  DELETED_THING: 'The post or comment was deleted.',
  NO_TEXT: 'Reddit received no text.',
  TOO_LONG: 'The reply is too long for Reddit.',
  BAD_STRING: "Reddit doesn't accept a character in this text.",
  NO_THING_ID: "Reddit didn't find the post or comment.",
  TOO_MANY_COMMENTS: 'This thread has too many comments.',
  USER_BLOCKED: 'The author has blocked your account.',
  SUBREDDIT_NOTALLOWED: "Your account isn't allowed to post in this subreddit.",
  SUBREDDIT_NOEXIST: "Reddit says this subreddit doesn't exist.",
  DOMAIN_BANNED: "Reddit doesn't allow a link in your text.",
  BAD_CAPTCHA: 'Reddit asks for a captcha. Post this reply on Reddit yourself.',
  QUOTA_FILLED: "Your account has reached Reddit's posting limit for now.",
  RATELIMIT: 'Reddit asked your account to wait.',
  SUBREDDIT_RATELIMIT: 'Reddit asked your account to wait in this subreddit.',
  insufficient_scope: "Earshot isn't allowed to post for you yet. Allow posting first.",
  forbidden: "Reddit doesn't let your account reply here. It may be banned, or the subreddit may be restricted.",
  gone: 'The post or comment no longer exists.',
  blocked: 'Reddit blocks this server. Copy the text and post it on Reddit yourself.',
  unauthorized: 'Reddit no longer accepts this connection. Connect your Reddit account again.',
};
/** Temporary refusals. */
const waiting = new Set(['RATELIMIT', 'SUBREDDIT_RATELIMIT']);
const unitMs = { millisecond: 1, second: 1000, minute: minuteMs, hour: hourMs };
const defaultWaitMs = 10 * minuteMs;

export const asksToWait = (code: string): boolean => waiting.has(code);

export function messageFor(code: string, text: string | null): string {
  const known = messages[code] ?? (code.startsWith('SUBMIT_VALIDATION_') ? "The rules of this subreddit don't allow the text." : null);
  if (known !== null) return known;
  return text ? `Reddit rejected it: ${text}` : `Reddit rejected it (${code}).`;
}

/** How long a RATELIMIT asks to wait, in ms, from its text ("try again in 9 minutes"); ten minutes if it doesn't say. */
export function waitMs(text: string, seconds: unknown): number {
  const [, figure, unit] = /(\d{1,9})\s{0,3}(millisecond|second|minute|hour)s?/i.exec(text) ?? [];
  const asked = Number(figure) * (unitMs[(unit ?? '').toLowerCase() as keyof typeof unitMs] ?? Number.NaN);
  if (Number.isFinite(asked)) return asked + 1000;
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 + 1000 : defaultWaitMs;
}
