import { createHash } from 'node:crypto';
import { minuteMs } from '#shared/time.ts';
import { networkOf, networksOf, shareOf } from './http/network.ts';
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

const keptMs = 24 * 60 * minuteMs;

const limits = {
  'login-address': { free: 10, windowMs: 15 * minuteMs },
  /** For browsers that have never signed in to the account. */
  'login-account': { free: 20, windowMs: 60 * minuteMs },
  'login-device': { free: 10, windowMs: 60 * minuteMs },
  'login-pair': { free: 5, windowMs: 60 * minuteMs },
  'register-address': { free: 50, windowMs: 60 * minuteMs },
  'pair-address': { free: 5, windowMs: 60 * minuteMs },
  'assistant-address': { free: 30, windowMs: 60 * minuteMs },
  'report-address': { free: 30, windowMs: 15 * minuteMs },
  'set-up-address': { free: 5, windowMs: 60 * minuteMs },
  'forgot-address': { free: 20, windowMs: 60 * minuteMs },
  'forgot-account': { free: 3, windowMs: 60 * minuteMs },
  'apply-address': { free: 10, windowMs: 60 * minuteMs },
  'reset-address': { free: 20, windowMs: 60 * minuteMs },
  /** For codes of two-factor login, by where they come from. */
  code: { free: 5, windowMs: 60 * minuteMs },
  'passkey-address': { free: 20, windowMs: 15 * minuteMs },
  /** Each start may ask the issuer something. */
  'single-sign-on-address': { free: 60, windowMs: 15 * minuteMs },
  'own-password': { free: 5, windowMs: 60 * minuteMs },
  'mail-test': { free: 5, windowMs: 60 * minuteMs },
  naming: { free: 10, windowMs: 60 * minuteMs },
  invite: { free: 20, windowMs: 60 * minuteMs },
  'report-emails': { free: 20, windowMs: 60 * minuteMs },
  'new-devices': { free: 10, windowMs: keptMs },
  'new-device': { free: 1, windowMs: keptMs },
} satisfies Record<string, Limit>;

const longestDelayMs = 15 * minuteMs;
/** The link for a new password is sent to the owner, so it isn't delayed by others' attempts. */
const loginHint = ', or set a new password to sign in now';

type Name = keyof typeof limits;
const counterOf = (name: Name, whose: string | number, share = 1): Counter => ({
  key: `${name}:${whose}`,
  limit: { ...limits[name], free: limits[name].free * share },
});
/** One counter per network that the address belongs to. */
const byNetwork = (name: Name, address: string): Counter[] =>
  networksOf(address).map((network, index) => counterOf(name, network, shareOf(index)));

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
  /** Refusals are decided here, so that whoever is blocked can't make anybody's writes wait. */
  readDb: Db;
  now: Now;
}

const listOf = (db: Db, counters: readonly Counter[]): Promise<AttemptsRow[]> =>
  listAttempts(
    db,
    counters.map(({ key }) => key),
  );
const waitOf = (rows: readonly AttemptsRow[], at: number): number => Math.max(0, ...rows.map((row) => row.blocked_until - at));

function createCounting({ db, readDb, now }: LimiterDeps) {
  /** Returns the ms to wait, or 0 if the attempt was counted and may proceed. */
  async function count(counters: readonly Counter[]): Promise<number> {
    const wait = waitOf(await listOf(readDb, counters), now());
    if (wait > 0) return wait;
    return transact(db, async (trx) => {
      const at = now();
      await deleteOldAttempts(trx, at - keptMs);
      const found = await listOf(trx, counters);
      const waitNow = waitOf(found, at);
      if (waitNow > 0) return waitNow;
      const rows = new Map(found.map((row) => [row.key, row]));
      for (const counter of counters) await upsertAttempt(trx, afterAttempt(rows.get(counter.key), counter, at));
      return 0;
    });
  }
  async function spend(counters: readonly Counter[], hint = ''): Promise<void> {
    const wait = await count(counters);
    if (wait > 0)
      throw new AppError('too_many', `Too many attempts. Try again in ${durationOf(wait)}${hint}.`, { retryAfter: wait / 1000 });
  }
  /** In one turn of the database's writer. */
  const settle = ({ forgotten, refunded }: Record<'forgotten' | 'refunded', readonly Counter[]>): Promise<void> =>
    transact(db, async (trx) => {
      await deleteAttempts(
        trx,
        forgotten.map(({ key }) => key),
      );
      for (const { key } of refunded) await refundAttempt(trx, key);
    });
  /** Success forgets the `own` counters; those of networks only lose this attempt. */
  const attemptOf = (own: readonly Counter[], others: readonly Counter[] = []): Attempt => ({
    succeed: () => settle({ forgotten: own, refunded: others }),
    refund: () => settle({ forgotten: [], refunded: [...own, ...others] }),
  });
  return { count, spend, attemptOf };
}

/** True once a day for each device of an account, and for at most ten of them: whether its owner gets an email about it. */
function createNewDevices({ db, now }: LimiterDeps) {
  return (userId: number, { device, address }: { device: string; address: string }): Promise<boolean> => {
    const all = counterOf('new-devices', userId);
    const one = counterOf('new-device', `${userId}:${digestOf(`${device} ${networkOf(address)}`)}`);
    return transact(db, async (trx) => {
      const at = now();
      const found = (await listAttempts(trx, [all.key, one.key])).filter(({ first_at }) => at - first_at < keptMs);
      const rows = new Map(found.map((row) => [row.key, row]));
      if ([all, one].some(({ key, limit }) => (rows.get(key)?.count ?? 0) >= limit.free)) return false;
      for (const counter of [all, one]) await upsertAttempt(trx, afterAttempt(rows.get(counter.key), counter, at));
      return true;
    });
  };
}

/**
 * Limits attempts. Counters are in the database, so a restart doesn't reset them, and increase before the work starts, so
 * concurrent attempts count as well. Above the free number, the delay doubles up to 15 minutes.
 */
export function createLimiter(deps: LimiterDeps) {
  const { count, spend, attemptOf } = createCounting(deps);
  return {
    /**
     * `deviceId` identifies a browser that has signed in to this account before. Its attempts are counted separately, so
     * that guesses from elsewhere, which delay all other browsers, never lock the owner out.
     */
    async login(emailKey: string, address: string, deviceId: string | null = null): Promise<Attempt> {
      if (deviceId !== null) {
        const byDevice = counterOf('login-device', deviceId);
        await spend([byDevice]);
        return attemptOf([byDevice]);
      }
      const account = digestOf(emailKey);
      const byAddress = byNetwork('login-address', address);
      const byPair = counterOf('login-pair', `${account}:${networkOf(address)}`);
      const byAccount = counterOf('login-account', account);
      await spend([...byAddress, byPair, byAccount], loginHint);
      return attemptOf([byPair], [...byAddress, byAccount]);
    },
    /**
     * For a code of two-factor login. `from` is a browser that has signed in to the account before, or the settings; each
     * is counted separately, so that whoever guesses elsewhere doesn't lock the owner out.
     */
    async code(userId: string, from: string): Promise<Attempt> {
      const own = [counterOf('code', `${userId}:${from}`)];
      await spend(own);
      return attemptOf(own);
    },
    /** A passkey can't be guessed, but checking one takes work. */
    async passkey(address: string): Promise<Attempt> {
      const counters = byNetwork('passkey-address', address);
      await spend(counters);
      return attemptOf([], counters);
    },
    singleSignOn: (address: string) => spend(byNetwork('single-sign-on-address', address)),
    register: (address: string) => spend(byNetwork('register-address', address)),
    /** For the code that the first account must enter. */
    setUp: (address: string) => spend(byNetwork('set-up-address', address)),
    /** For the code that connects the browser extension. */
    async pair(address: string): Promise<Attempt> {
      const counters = byNetwork('pair-address', address);
      await spend(counters);
      return attemptOf([], counters);
    },
    /** For assistants that register themselves. */
    assistant: (address: string) => spend(byNetwork('assistant-address', address)),
    /** For links of shared reports. */
    async report(address: string): Promise<Attempt> {
      const counters = byNetwork('report-address', address);
      await spend(counters);
      return attemptOf([], counters);
    },
    apply: (address: string) => spend(byNetwork('apply-address', address)),
    reset: (address: string) => spend(byNetwork('reset-address', address)),
    /** For a test email, whose address hasn't been confirmed yet. */
    mailTest: (userId: number) => spend([counterOf('mail-test', userId)]),
    /** For invitations to a workspace, which may be emailed to anybody. */
    invite: (userId: string) => spend([counterOf('invite', userId)]),
    /** For reports to people without an account, which may be emailed to anybody. */
    reportEmails: (userId: number) => spend([counterOf('report-emails', userId)]),
    /** For changing an email address or username, so that taken ones can't be enumerated. */
    naming: (userId: string) => spend([counterOf('naming', userId)]),
    /** False if too many links were requested for this account: respond as usual, but send no email. */
    async forgot(emailKey: string, address: string): Promise<boolean> {
      await spend(byNetwork('forgot-address', address));
      return (await count([counterOf('forgot-account', digestOf(emailKey))])) === 0;
    },
    newDevice: createNewDevices(deps),
    async ownPassword(userId: string): Promise<Attempt> {
      const own = [counterOf('own-password', userId)];
      await spend(own);
      return attemptOf(own);
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
