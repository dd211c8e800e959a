import { minuteMs } from '#shared/time.ts';
import type { UpstreamReply } from '#core/platform/http/upstream.ts';
import { fieldsOf, type Fields, fullnameOf } from '#core/reddit/client/wire.ts';
import { absolutePermalink } from '#core/reddit/client/links.ts';
import { asksToWait, waitMs, messageFor } from './refusals.ts';

/** Result of posting a comment. After `unclear`, it may or may not be on Reddit; all others are certain. */
export type CommentResult =
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
export function readCommentReply(reply: UpstreamReply): CommentResult {
  const { status, headers } = reply;
  const body = parsed(reply.text);
  if (status === 200) return body ? readBody(body) : unclear("Reddit's response couldn't be read.");
  if (status === 401) return refused('unauthorized');
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
