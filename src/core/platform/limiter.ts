import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { minuteMs } from '#shared/time.ts';
import type { Now } from './clock.ts';
import { transact, type Db } from './db/connect.ts';
import { AppError } from './errors.ts';
import { deleteAttempts, deleteOldAttempts, listAttempts, refundAttempt, upsertAttempt } from './attempt-queries.ts';
import type { AttemptsRow } from './tables.ts';

interface Limit {
  /** Attempts per window without delay. */
  free: number;
  windowMs: number;
}
interface Counter {
  key: string;
  limit: Limit;
}

const limits = {
  loginByAddress: { free: 10, windowMs: 15 * minuteMs },
  /** For browsers that have never signed in to the account. */
  loginByAccount: { free: 20, windowMs: 60 * minuteMs },
  loginByDevice: { free: 10, windowMs: 60 * minuteMs },
  loginByPair: { free: 5, windowMs: 60 * minuteMs },
  registerByAddress: { free: 50, windowMs: 60 * minuteMs },
  forgotByAddress: { free: 20, windowMs: 60 * minuteMs },
  forgotByAccount: { free: 3, windowMs: 60 * minuteMs },
  applyByAddress: { free: 10, windowMs: 60 * minuteMs },
  resetByAddress: { free: 20, windowMs: 60 * minuteMs },
  /** For codes of two-factor sign-in, by where they come from. */
  codeByUser: { free: 5, windowMs: 60 * minuteMs },
  passkeyByAddress: { free: 20, windowMs: 15 * minuteMs },
  passwordByUser: { free: 5, windowMs: 60 * minuteMs },
  mailTestByUser: { free: 5, windowMs: 60 * minuteMs },
  namingByUser: { free: 10, windowMs: 60 * minuteMs },
} satisfies Record<string, Limit>;

const longestDelayMs = 15 * minuteMs;
/** The link for a new password is sent to the owner, so it isn't delayed by others' attempts. */
const loginHint = ', or set a new password to sign in now';
const keptMs = 24 * 60 * minuteMs;

/** An IPv6 customer has a whole /64, so its addresses count as one. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString();
}
/** Users sometimes type a password into the email field, so only a digest is stored. */
const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

function afterAttempt(row: AttemptsRow | undefined, { key, limit }: Counter, now: number): AttemptsRow {
  const isFresh = !row || now - row.last_at > limit.windowMs || now < row.first_at;
  const count = isFresh ? 1 : row.count + 1;
  const over = count - limit.free;
  const delay = over < 0 ? 0 : Math.min(longestDelayMs, 1000 * 2 ** Math.min(over, 20));
  return { key, count, first_at: isFresh ? now : row.first_at, last_at: now, blocked_until: delay === 0 ? 0 : now + delay };
}

export interface Attempt {
  /** Uncounts the attempt and resets the limits of this account. */
  succeed(): Promise<void>;
  /** Uncounts the attempt. */
  refund(): Promise<void>;
}

interface LimiterDeps {
  db: Db;
  now: Now;
}

function createCounting({ db, now }: LimiterDeps) {
  /** Returns the ms to wait, or 0 if the attempt was counted and may proceed. */
  function count(counters: readonly Counter[]): Promise<number> {
    return transact(db, async (trx) => {
      const at = now();
      await deleteOldAttempts(trx, at - keptMs);
      const rows = new Map(
        (
          await listAttempts(
            trx,
            counters.map(({ key }) => key),
          )
        ).map((row) => [row.key, row]),
      );
      const blockedUntil = Math.max(0, ...counters.map(({ key }) => rows.get(key)?.blocked_until ?? 0));
      if (blockedUntil > at) return blockedUntil - at;
      for (const counter of counters) await upsertAttempt(trx, afterAttempt(rows.get(counter.key), counter, at));
      return 0;
    });
  }
  async function spend(counters: readonly Counter[], hint = ''): Promise<void> {
    const wait = await count(counters);
    if (wait > 0)
      throw new AppError('too_many', `Too many attempts. Try again in ${durationOf(wait)}${hint}.`, { retryAfter: wait / 1000 });
  }
  async function refundAttempts(keys: readonly string[]): Promise<void> {
    for (const key of keys) await refundAttempt(db, key);
  }
  const attemptOf = (key: string): Attempt => ({ succeed: () => deleteAttempts(db, [key]), refund: () => refundAttempts([key]) });
  return { count, spend, refundAttempts, attemptOf };
}

/**
 * Limits attempts. Counters are in the database, so a restart doesn't reset them, and increase before the work starts, so
 * concurrent attempts count as well. Above the free number, the delay doubles up to 15 minutes.
 */
export function createLimiter(deps: LimiterDeps) {
  const { db } = deps;
  const { count, spend, refundAttempts, attemptOf } = createCounting(deps);
  return {
    /**
     * `deviceId` identifies a browser that has signed in to this account before. Its attempts are counted separately, so
     * that guesses from elsewhere, which delay all other browsers, never lock the owner out.
     */
    async login(emailKey: string, address: string, deviceId: string | null = null): Promise<Attempt> {
      if (deviceId !== null) {
        const byDevice = { key: `login-device:${deviceId}`, limit: limits.loginByDevice };
        await spend([byDevice]);
        return attemptOf(byDevice.key);
      }
      const account = digestOf(emailKey);
      const byAddress = { key: `login-address:${networkOf(address)}`, limit: limits.loginByAddress };
      const byPair = { key: `login-pair:${account}:${networkOf(address)}`, limit: limits.loginByPair };
      const byAccount = { key: `login-account:${account}`, limit: limits.loginByAccount };
      await spend([byAddress, byPair, byAccount], loginHint);
      const refund = (counters: readonly Counter[]) => refundAttempts(counters.map(({ key }) => key));
      return {
        async succeed() {
          await deleteAttempts(db, [byPair.key]);
          await refund([byAddress, byAccount]);
        },
        refund: () => refund([byAddress, byPair, byAccount]),
      };
    },
    /**
     * For a code of two-factor sign-in. `from` is a browser that has signed in to the account before, or the settings; each
     * is counted separately, so that whoever guesses elsewhere doesn't lock the owner out.
     */
    async code(userId: string, from: string): Promise<Attempt> {
      const key = `code:${userId}:${from}`;
      await spend([{ key, limit: limits.codeByUser }]);
      return attemptOf(key);
    },
    /** A passkey can't be guessed, but checking one takes work. */
    async passkey(address: string): Promise<Attempt> {
      const key = `passkey-address:${networkOf(address)}`;
      await spend([{ key, limit: limits.passkeyByAddress }]);
      return attemptOf(key);
    },
    register: (address: string) => spend([{ key: `register-address:${networkOf(address)}`, limit: limits.registerByAddress }]),
    apply: (address: string) => spend([{ key: `apply-address:${networkOf(address)}`, limit: limits.applyByAddress }]),
    reset: (address: string) => spend([{ key: `reset-address:${networkOf(address)}`, limit: limits.resetByAddress }]),
    /** For a test email, whose address hasn't been confirmed yet. */
    mailTest: (userId: number) => spend([{ key: `mail-test:${userId}`, limit: limits.mailTestByUser }]),
    /** For changing an email address or username, so that taken ones can't be enumerated. */
    naming: (userId: string) => spend([{ key: `naming:${userId}`, limit: limits.namingByUser }]),
    /** False if too many links were requested for this account: respond as usual, but send no email. */
    async forgot(emailKey: string, address: string): Promise<boolean> {
      await spend([{ key: `forgot-address:${networkOf(address)}`, limit: limits.forgotByAddress }]);
      return (await count([{ key: `forgot-account:${digestOf(emailKey)}`, limit: limits.forgotByAccount }])) === 0;
    },
    async ownPassword(userId: string): Promise<Attempt> {
      const key = `own-password:${userId}`;
      await spend([{ key, limit: limits.passwordByUser }]);
      return attemptOf(key);
    },
  };
}
export type Limiter = ReturnType<typeof createLimiter>;

function durationOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
