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
export type Answer = { reply: GuardedReply } | { verdict: DeliveryResult };

/** Failures before the first byte of a request: the receiver knows nothing of it. */
const before =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;
const gateway = new Set([502, 504]);
const passing = new Set([408, 425, 500, 503]);
const defaultWaitMs = minuteMs;
const longestWaitMs = 6 * hourMs;

function beganNothing(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof RefusedTarget) return true;
    if ('code' in cause && before.test(String(cause.code))) return true;
  }
  return false;
}

/** Sends JSON to an address that a user chose. What is refused by our own guard and what is not there say the same. */
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
      ? { verdict: { kind: 'failed', words: 'The address could not be reached', again: true } }
      : { verdict: { kind: 'unclear', words: 'The receiver did not answer in time, or the connection broke' } };
  }
}

export const waitFor = (ms: number | null, status = 429): DeliveryResult => ({
  kind: 'wait',
  ms: Math.min(ms ?? defaultWaitMs, longestWaitMs),
  words: `The receiver asks to wait (${status})`,
});

/** What a status means to somebody who sends news. `name` stands for the receiver in words. */
export function verdictOf({ status, headers }: GuardedReply, now: number, name = 'The receiver'): DeliveryResult {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  const asked = retryAfterMs(headers, now);
  if (status === 429 || (status === 503 && asked !== null)) return waitFor(asked, status);
  if (status === 410) return { kind: 'gone', words: `${name} says that this address is gone for good (410)` };
  if (status >= 300 && status < 400)
    return { kind: 'failed', words: `${name} sends on to another address (${status}): enter that one`, again: false };
  // A gateway that gave up waiting does not know whether what stands behind it took the message.
  if (gateway.has(status)) return { kind: 'unclear', words: `${name} did not answer its own gateway (${status})` };
  return { kind: 'failed', words: `${name} answered ${status}`, again: passing.has(status) || status > 504 };
}
