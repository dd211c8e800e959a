import { retryAfterMs } from '#core/platform/http/retry-after.ts';

const shortestPauseMs = 1000;
const longestResetMs = 600_000;
const longestPauseMs = 3_600_000;

/** `X-Ratelimit-*` of a reply, `remaining` with its fraction; null when one of them is absent or no number. */
export function readRate(headers: Headers): { used: number; remaining: number; resetMs: number } | null {
  const used = numberOf(headers.get('x-ratelimit-used'));
  const remaining = numberOf(headers.get('x-ratelimit-remaining'));
  const reset = numberOf(headers.get('x-ratelimit-reset'));
  return used === null || remaining === null || reset === null
    ? null
    : { used, remaining, resetMs: Math.max(reset * 1000, shortestPauseMs) };
}

/**
 * How long to be silent after a 429: what `Retry-After` asks, else until the window resets, else a minute that
 * doubles with every refusal in a row.
 */
export function pauseMs(headers: Headers, { now, refusals, random }: { now: number; refusals: number; random: () => number }): number {
  const reset = numberOf(headers.get('x-ratelimit-reset'));
  const blind = Math.min(longestResetMs, 60_000 * 2 ** (refusals - 1)) * (1 + random() / 4);
  const asked = retryAfterMs(headers, now) ?? (reset === null ? blind : Math.min(reset * 1000, longestResetMs));
  return Math.min(longestPauseMs, Math.max(shortestPauseMs, asked));
}

function numberOf(text: string | null): number | null {
  const number = text === null || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) && number >= 0 ? number : null;
}
