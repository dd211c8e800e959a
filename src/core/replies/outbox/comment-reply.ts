import { hourMs, minuteMs, dayMs } from '#shared/time.ts';
import type { CoreContext } from '#core/context.ts';
import { AppError } from '#core/platform/errors.ts';
import { UpstreamError, type UpstreamReply } from '#core/platform/http/upstream.ts';
import type { RedditClient } from '#core/reddit/client/client.ts';
import { absolutePermalink } from '#core/reddit/client/links.ts';
import type { TokenSource } from '#core/reddit/client/token.ts';
import { fieldsOf, type Fields, fullnameOf } from '#core/reddit/client/wire.ts';
import { changeRow, claimWrapUp, endWrapUp, type OutboxRow } from './queries.ts';

export interface RecordingDeps extends Pick<CoreContext, 'db' | 'bus' | 'log' | 'now'> {
  /** Called once the reply is recorded as posted, and again if that fails. */
  onSent: (row: OutboxRow) => Promise<void>;
}

const longestWaitMs = dayMs;
const wrapUpAgainMs = 5 * minuteMs;

/** Records the result of a reply, unless another process already has. */
export function createRecording({ db, bus, log, now, onSent }: RecordingDeps) {
  const announce = ({ user_id }: OutboxRow) => bus.announce(String(user_id), ['replies-changed']);

  async function wrapUp(row: OutboxRow): Promise<void> {
    try {
      await onSent(row);
    } catch (error) {
      const isGone = error instanceof AppError && error.code === 'not_found';
      if (!isGone) return log.error({ err: error, reply: row.id }, 'the lead of a posted reply was not updated; trying again');
    }
    await endWrapUp(db, row);
  }

  /** For a posted reply whose lead wasn't updated, because that failed or Earshot stopped. */
  async function wrapUpAgain(row: OutboxRow): Promise<void> {
    if (await claimWrapUp(db, row, now() + wrapUpAgainMs)) await wrapUp(row);
  }

  /** Returns whether this was the first to record it. */
  async function record(row: OutboxRow, changes: Parameters<typeof changeRow>[2]): Promise<boolean> {
    const isSent = changes.state === 'sent';
    const settled = { attempt: null, lease_until: null, wrap_up_at: isSent ? now() + wrapUpAgainMs : null, ...changes };
    if (!(await changeRow(db, row, settled))) return false;
    announce(row);
    if (isSent) await wrapUp({ ...row, ...settled });
    return true;
  }

  const sent = (row: OutboxRow, { fullname, permalink }: { fullname: string; permalink: string | null }) =>
    record(row, { state: 'sent', thing_fullname: fullname, permalink, sent_at: now(), error_code: null, error: null });
  async function failed(row: OutboxRow, code: string, error: string): Promise<boolean> {
    const isNew = await record(row, { state: 'failed', error_code: code, error });
    if (isNew) bus.push({ userId: String(row.user_id) }, 'answer-failed', { subreddit: row.subreddit, reason: error });
    return isNew;
  }

  async function settle(row: OutboxRow, result: CommentResult): Promise<boolean> {
    if (result.kind === 'sent') return sent(row, result);
    if (result.kind === 'refused') return failed(row, result.code, result.reason);
    if (result.kind === 'unclear')
      return record(row, {
        state: 'unknown',
        due_at: now(),
        looks: 0,
        error_code: null,
        error: `${result.reason} It may be on Reddit.`,
      });
    // With a new token, too.
    if (result.code === 'unauthorized' && row.error_code === result.code) return failed(row, result.code, messageFor(result.code, null));
    if (now() + result.ms > Math.max(row.created_at, row.scheduled_at ?? 0) + longestWaitMs)
      return failed(row, result.code, `${result.reason} Earshot gave up after a day.`);
    return record(row, { state: 'queued', due_at: now() + result.ms, error_code: result.code, error: result.reason });
  }

  return { announce, record, sent, failed, settle, wrapUpAgain };
}
export type Recording = ReturnType<typeof createRecording>;

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

const asksToWait = (code: string): boolean => waiting.has(code);

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

interface Comment {
  parent: string;
  text: string;
}
/** Throws `RedditFailure` only if nothing was sent: no token, or no budget left. */
export type PostComment = (comment: Comment, token: TokenSource) => Promise<CommentResult>;

/** Calls `/api/comment` once. After a 401, the next call uses a new token. */
export function createCommentCall({ upstream, budget }: Pick<RedditClient, 'upstream' | 'budget'>, apiUrl: string): PostComment {
  const url = `${apiUrl.replace(/\/+$/, '')}/api/comment`;

  async function once(bearer: string, { parent, text }: Comment) {
    const settle = await budget.take({ priority: 'interactive' });
    const headers = { authorization: `bearer ${bearer}`, 'content-type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ api_type: 'json', raw_json: '1', thing_id: parent, text }).toString();
    try {
      const reply = await upstream.send({ url, method: 'POST', headers, body });
      settle(reply);
      return reply;
    } catch (error) {
      settle(null);
      if (error instanceof UpstreamError) return null;
      throw error;
    }
  }

  return async (comment, token) => {
    const bearer = await token.get();
    const reply = await once(bearer, comment);
    if (reply?.status === 401) token.drop(bearer);
    return reply ? readCommentReply(reply) : { kind: 'unclear', reason: 'The connection broke before Reddit responded.' };
  };
}

/** Result of posting a comment. After `unclear`, it may or may not be on Reddit. Reddit has posted refused and delayed ones too. */
type CommentResult =
  | { kind: 'sent'; fullname: string; permalink: string | null }
  | { kind: 'refused'; code: string; reason: string }
  | { kind: 'wait'; ms: number; code: string; reason: string }
  | { kind: 'unclear'; reason: string };

interface Refusal {
  code: string;
  text: string;
}

const unclear = (reason: string): CommentResult => ({ kind: 'unclear', reason });
const refused = (code: string, text: string | null = null): CommentResult => ({ kind: 'refused', code, reason: messageFor(code, text) });

function parsed(text: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return null;
  }
}

/**
 * Reads the response of `/api/comment`. A returned comment means success, even with errors: Reddit has sent RATELIMIT
 * along with a posted comment. Refusals come with status 200 and 400.
 */
function readCommentReply(reply: UpstreamReply): CommentResult {
  const { status, headers } = reply;
  const body = parsed(reply.text);
  if (status === 200) return body ? readBody(body) : unclear("Reddit's response couldn't be read.");
  if (status === 401) return { kind: 'wait', ms: minuteMs, code: 'unauthorized', reason: 'Reddit asked Earshot to sign in again.' };
  if (status === 403 && headers.get('www-authenticate')?.includes('insufficient_scope')) return refused('insufficient_scope');
  if (status === 400 || status === 403) return body ? ofStatus(status, body) : refused(status === 403 ? 'blocked' : 'BAD_STRING');
  if (status === 404) return refused('gone');
  if (status === 413 || status === 414) return refused('TOO_LONG');
  if (status === 429) return { kind: 'wait', ms: minuteMs, code: 'RATELIMIT', reason: messageFor('RATELIMIT', null) };
  return unclear(`Reddit had an error while posting the reply (HTTP ${status}).`);
}

function readBody(body: Fields): CommentResult {
  const json = fieldsOf(body.json);
  const things = fieldsOf(json?.data)?.things;
  const [thing]: unknown[] = Array.isArray(things) ? things : [];
  const data = fieldsOf(fieldsOf(thing)?.data);
  const fullname = data && fullnameOf('t1', data);
  if (fullname) return { kind: 'sent', fullname, permalink: absolutePermalink(data.permalink) };
  const refusals = listRefusals(json?.errors);
  return refusalOf(refusals, json?.ratelimit) ?? unclear("Reddit accepted the reply but didn't say where it is.");
}

function ofStatus(status: number, body: Fields): CommentResult {
  const listed = listRefusals(fieldsOf(body.json)?.errors);
  const text = typeof body.explanation === 'string' ? body.explanation : '';
  const own = typeof body.reason === 'string' ? [{ code: body.reason, text }] : [];
  return refusalOf([...listed, ...own], null) ?? refused(status === 403 ? 'forbidden' : 'BAD_STRING');
}

/** A permanent refusal takes precedence over a temporary one. */
function refusalOf(refusals: readonly Refusal[], seconds: unknown): CommentResult | null {
  const lasting = refusals.find(({ code }) => !asksToWait(code));
  if (lasting) return refused(lasting.code, lasting.text);
  const [first] = refusals;
  return first ? { kind: 'wait', ms: waitMs(first.text, seconds), code: first.code, reason: messageFor(first.code, null) } : null;
}

function listRefusals(errors: unknown): Refusal[] {
  const rows: unknown[] = Array.isArray(errors) ? errors : [];
  return rows.flatMap((row) => {
    const [code, text]: unknown[] = Array.isArray(row) ? row : [];
    return typeof code === 'string' ? [{ code: code.toUpperCase(), text: typeof text === 'string' ? text : '' }] : [];
  });
}
