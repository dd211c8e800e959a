import { minuteMs, hourMs } from '#shared/time.ts';
import { AppError } from '#core/platform/errors.ts';
import type { GuardedClient, GuardedReply } from '#core/platform/http/guarded.ts';
import { RefusedTarget } from '#core/platform/http/target.ts';
import { retryAfterMs } from '#core/platform/http/retry-after.ts';
import type { DeliveryResult } from '#core/platform/delivery-result.ts';

export interface Posting {
  url: string;
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

function beganNothing(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof RefusedTarget) return true;
    if ('code' in cause && before.test(String(cause.code))) return true;
  }
  return false;
}

/**
 * Posts JSON to an address chosen by a user. Blocked and unreachable addresses give the same result, so that users can't probe
 * the network.
 */
export async function postJson(client: GuardedClient, { url, body, headers = {} }: Posting): Promise<Answer> {
  try {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const reply = await client.fetch({
      url,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: text,
      accept: 'any',
    });
    return { reply };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return beganNothing(error)
      ? { result: { kind: 'failed', reason: "Couldn't reach the address", again: true } }
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
