import type { UpstreamReply } from '#core/platform/http/upstream.ts';
import { RedditFailure } from './failure.ts';

/** Phrases of the page with which Reddit's edge servers block a client. */
const blockPage = /network (policy|security)|whoa there|been blocked|<title>\s*blocked/i;

const ofStream = (kind: RedditFailure['kind'], message: string, status: number) =>
  new RedditFailure(message, { kind, ofStream: true, status });
const ofTransport = (kind: RedditFailure['kind'], message: string, status: number) =>
  new RedditFailure(message, { kind, ofStream: false, status });
const passing = (kind: RedditFailure['kind'], message: string, status: number) =>
  new RedditFailure(message, { kind, ofStream: false, passing: true, status });

/**
 * Maps a response to a failure, or null for a success, by its status, `reason`, and body format: Reddit reports the same
 * error as JSON, HTML, plain text, or with an empty body.
 */
export function failureOf(reply: UpstreamReply): RedditFailure | null {
  const { status } = reply;
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return redirectFailure(reply);
  if (status === 401) return ofTransport('unauthorized', 'Reddit refused the access token', status);
  if (status === 403) return forbiddenFailure(reply);
  if (status === 404)
    return reasonOf(reply) === 'banned'
      ? ofStream('banned', 'Reddit has banned this community', status)
      : ofStream('missing', 'Not found on Reddit', status);
  if (status === 408) return passing('unreachable', 'Reddit took too long', status);
  if (status === 414) return ofStream('broken', 'The address was too long for Reddit', status);
  if (status === 429) return passing('limited', 'Reddit asked us to slow down', status);
  if (status === 451) return ofStream('forbidden', 'Reddit does not show this place here for legal reasons', status);
  if (status >= 500) return passing('unreachable', `Reddit is having trouble (HTTP ${status})`, status);
  return ofStream('broken', `Reddit did not understand the request (HTTP ${status})`, status);
}

/** Throws unless the body is JSON: a block page with status 200 must not be mistaken for an empty listing. */
export function jsonOf(reply: UpstreamReply): unknown {
  try {
    return JSON.parse(reply.text);
  } catch (cause) {
    const what = isHtml(reply.text) ? 'a web page instead of data' : 'data that breaks off';
    throw new RedditFailure(`Reddit sent ${what}`, { kind: 'broken', ofStream: false, passing: true, status: reply.status, cause });
  }
}

export const isHtml = (text: string): boolean => /^\s*<(!doctype html|html|head|body)/i.test(text);

/** `reason` in a JSON error body; null if there is none. */
function reasonOf(reply: UpstreamReply): string | null {
  try {
    const body: unknown = JSON.parse(reply.text);
    return typeof body === 'object' && body !== null && 'reason' in body && typeof body.reason === 'string' ? body.reason : null;
  } catch {
    return null;
  }
}

function redirectFailure({ status, headers }: UpstreamReply): RedditFailure {
  const toSearch = /\/subreddits\/search\b/.test(headers.get('location') ?? '');
  return toSearch
    ? ofStream('missing', 'There is no community of this name', status)
    : ofStream('broken', 'Reddit sent us to another address', status);
}

function forbiddenFailure(reply: UpstreamReply): RedditFailure {
  if (reply.headers.get('www-authenticate')?.includes('insufficient_scope'))
    return ofTransport('unauthorized', 'The access token lacks a permission', 403);
  const reason = reasonOf(reply);
  if (reason === 'private') return ofStream('private', 'This community is private', 403);
  if (reason === 'quarantined' || reason === 'gated') return ofStream('quarantined', 'This community is behind a warning of Reddit', 403);
  if (blockPage.test(reply.text))
    return ofTransport('forbidden', 'Reddit blocks this server: check the User-Agent, or the network address is refused', 403);
  return ofStream('forbidden', 'Reddit does not let us read this place', 403);
}
