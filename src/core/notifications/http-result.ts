import { minuteMs, hourMs } from '#shared/time.ts';
import { type Actor, isAdmin } from '#core/platform/actor.ts';
import type { DeliveryResult } from '#core/platform/email/delivery.ts';
import { AppError } from '#core/platform/errors.ts';
import type { GuardedClient, GuardedReply } from '#core/platform/http/guarded.ts';
import { retryAfterMs } from '#core/platform/http/upstream.ts';
import { type Refusal, refusalOf, RefusedTarget } from '#core/platform/http/target.ts';

const sentences: Record<Exclude<Refusal, null>, string> = {
  private: 'This address is on a private network. An admin can allow it under Admin → Connections',
  port: 'Earshot only calls ports 80 and 443. An admin can allow this host under Admin → Connections',
};

/**
 * Why a receiver's address is refused, without a final period; null if it isn't. Only the address itself decides what is said,
 * never a name's resolution or a connection, so that users can't probe the network.
 */
const reasonFor = (refusal: Refusal): string | null => (refusal === null ? null : sentences[refusal]);

const forAdmins: typeof sentences = {
  private: 'This address is on a private network. Allow it under Admin → Connections → Private receivers (notify.allowPrivateHosts) first.',
  port: 'Earshot only calls ports 80 and 443. Allow this host under Admin → Connections → Private receivers (notify.allowPrivateHosts) first.',
};

/** Throws `invalid` with what has to be allowed before this receiver can get anything. */
export function requireReachable(actor: Actor, target: object, allowed: readonly string[]): void {
  if (!('url' in target) || typeof target.url !== 'string') return;
  const refusal = refusalOf(target.url, allowed);
  if (refusal === null) return;
  const message = isAdmin(actor) ? forAdmins[refusal] : `${sentences[refusal]}.`;
  throw new AppError('invalid', message, { details: [{ path: 'target.url', message }] });
}

export interface Posting {
  url: string;
  method?: 'POST' | 'PUT';
  body: unknown;
  headers?: Record<string, string>;
}
export type Answer = { reply: GuardedReply } | { result: DeliveryResult };

/** Errors that occur before the first byte is sent, so the receiver got nothing. */
const before =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;
const gateway = new Set([502, 504]);
const passing = new Set([408, 425, 500, 503]);
const defaultWaitMs = minuteMs;
const maxWaitMs = 6 * hourMs;

const unreached = "Couldn't reach the address. If it is on a private network, an admin can allow it under Admin → Connections";

/** Why nothing was sent; null if something may have been. */
function reasonForNothing(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof RefusedTarget) return reasonFor(cause.refusal) ?? unreached;
    if ('code' in cause && before.test(String(cause.code))) return unreached;
  }
  return null;
}

/**
 * Sends JSON, or bytes with a content type of their own, to an address chosen by a user. What is blocked after its name was resolved and what can't be reached give the same
 * result, so that users can't probe the network.
 */
export async function postTo(client: GuardedClient, { url, method = 'POST', body, headers = {} }: Posting): Promise<Answer> {
  try {
    const sent = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
    const reply = await client.fetch({
      url,
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: sent,
      accept: 'any',
    });
    return { reply };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reason = reasonForNothing(error);
    return reason
      ? { result: { kind: 'failed', reason, again: true } }
      : { result: { kind: 'unclear', reason: 'The receiver took too long to respond, or the connection broke' } };
  }
}

export const waitFor = (ms: number | null, status = 429): DeliveryResult => ({
  kind: 'wait',
  ms: Math.min(ms ?? defaultWaitMs, maxWaitMs),
  reason: `The receiver asked to wait (${status})`,
});

/** Translates an HTTP status into the result of a delivery. `name` is what texts call the receiver. */
export function resultOf({ status, headers }: GuardedReply, now: number, name = 'The receiver'): DeliveryResult {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  const asked = retryAfterMs(headers, now);
  if (status === 429 || (status === 503 && asked !== null)) return waitFor(asked, status);
  if (status === 410) return { kind: 'gone', reason: `${name} says this address no longer exists (410)` };
  if (status >= 300 && status < 400)
    return { kind: 'failed', reason: `${name} redirects to another address (${status}). Enter that one instead`, again: false };
  // A gateway that timed out can't know whether the server behind it got the message.
  if (gateway.has(status)) return { kind: 'unclear', reason: `${name} timed out behind its gateway (${status})` };
  return { kind: 'failed', reason: `${name} responded with ${status}`, again: passing.has(status) || status > 504 };
}
