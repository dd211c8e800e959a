import { retryAfterMs } from '#core/platform/http/retry-after.ts';

const shortestPauseMs = 1000;
const longestResetMs = 600_000;
const longestPauseMs = 3_600_000;

/** Reads the `X-Ratelimit-*` headers; null if one of them is missing or not a number. `remaining` may have a fraction. */
export function readRate(headers: Headers): { used: number; remaining: number; resetMs: number } | null {
  const used = numberOf(headers.get('x-ratelimit-used'));
  const remaining = numberOf(headers.get('x-ratelimit-remaining'));
  const reset = numberOf(headers.get('x-ratelimit-reset'));
  return used === null || remaining === null || reset === null
    ? null
    : { used, remaining, resetMs: Math.max(reset * 1000, shortestPauseMs) };
}

/** How long to pause after a 429: `Retry-After`, or until the window resets, or one minute that doubles with each consecutive 429. */
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
