import type { Health, HealthHistory } from '#shared/health.ts';
import type { ConnectedRedditAccount } from '#shared/reddit-account.ts';
import { dayMs, minuteMs } from '#shared/time.ts';
import type { CoreContext } from '#core/context.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import type { Bus } from '#core/platform/bus.ts';
import { type Now, isoTime } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { AppError } from '#core/platform/errors.ts';
import type { RedditAccount } from '#core/reddit/account/service.ts';
import type { Priority } from '#core/reddit/client/budget.ts';
import type { OwnItem } from '../activity/rows.ts';
import type { OwnActivity } from '../activity/service.ts';
import { caps } from '../outbox/enqueue.ts';
import { countRecent } from '../outbox/queries.ts';
import { listBrands, countSent } from '../own-product-queries.ts';
import { insertReport, listReports, type ReportRow, findLatest, findOwnItems, listUnchecked } from '../own-reports/queries.ts';
import { type NameOf, quotesOf, reportable } from '../own-reports/sample.ts';
import type { Facts, LookFromOutside, Finding } from './finding.ts';
import { findingsOf, countsOf, levelOf, overallText } from './summary.ts';

type ListAccounts = RedditAccount['list'];
/** The result of the last check of an account; null before the first. */
type LevelOf = (userId: number, username: string) => Promise<ConnectedRedditAccount['health']>;

/** The workspace's Reddit accounts, with what each has sent and how it is. */
function createAccountList({ db, now, listAccounts }: { db: Db; now: Now; listAccounts: ListAccounts }, lastLevel: LevelOf) {
  return async function list(actor: Actor): Promise<{ items: ConnectedRedditAccount[] }> {
    const items: ConnectedRedditAccount[] = [];
    for (const account of await listAccounts(actor)) {
      const sent = await countRecent(db, { account: account.username.toLowerCase(), since: now() - dayMs });
      const health = account.isYours ? await lastLevel(Number(account.by.id), account.username) : null;
      items.push({ ...account, sent, cap: caps.account, health });
    }
    return { items };
  };
}

interface HealthDeps extends Pick<CoreContext, 'db' | 'now' | 'bus'> {
  readActivity: (
    actor: Actor,
    options: { maxAgeMs?: number; priority?: Priority; signal?: AbortSignal; account?: string | undefined },
  ) => Promise<OwnActivity>;
  nameOf: NameOf;
  lookFromOutside: LookFromOutside;
  listAccounts: ListAccounts;
}
interface CheckOptions {
  priority: Priority;
  /** Maximum age of the stored activity in ms. */
  maxAgeMs: number;
  signal?: AbortSignal;
  account?: string | undefined;
}

const karmaOf = (rows: readonly ReportRow[]): Facts['karma'] =>
  rows.flatMap((row) => {
    const value = keptOf(row).findings.find(({ key }) => key === 'karma')?.value ?? null;
    return value === null ? [] : [{ at: row.created_at, value }];
  });

/** Notifies only of new problems, not of the same one every day. */
function notifyOfWorse(bus: Bus, row: ReportRow, before: ReportRow | undefined): void {
  const levels = new Map(before ? keptOf(before).findings.map(({ key, level }) => [key, level]) : []);
  for (const { key, level, message, advice } of keptOf(row).findings) {
    if (level !== 'act' || levels.get(key) === 'act') continue;
    bus.emit('notice', {
      userId: String(row.user_id),
      kind: 'health',
      key: `${row.id} ${key}`,
      title: 'Your Reddit account needs attention',
      text: [message, advice].filter(Boolean).join(' '),
      path: '/dashboard/reddit-health',
    });
  }
}

/** Checks the account on Reddit and stores the report. Throws like `reportable`. */
function createChecking({ db, now, bus, readActivity, lookFromOutside }: HealthDeps) {
  return async function check(actor: Actor, { priority, signal, maxAgeMs, account }: CheckOptions): Promise<ReportRow> {
    const userId = userIdOf(actor);
    const asked = { priority, ...(signal ? { signal } : {}) };
    const own = reportable(await readActivity(actor, { maxAgeMs, account, ...asked }));
    const { username } = own.account;
    const outside = await lookFromOutside({ username, items: own.items, ...asked });
    const which = { userId, username, kind: 'health' as const };
    const earlier = await listReports(db, which);
    const brands = await listBrands(db, userId);
    const sent = await countSent(db, { userId, account: username.toLowerCase(), since: now() - 90 * dayMs });
    const findings = findingsOf({ now: now(), own, outside, brands, karma: karmaOf(earlier), sent });
    const kept: Kept = { error: own.error, findings };
    const row = { user_id: userId, kind: which.kind, username, created_at: now(), sample_size: own.items.length };
    const made = await insertReport(db, { ...row, report: JSON.stringify(kept) });
    notifyOfWorse(bus, made, earlier[0]);
    return made;
  };
}

/** The part of a report that is stored as JSON. */
interface Kept {
  /** Error message of the last read from Reddit, if it failed. */
  error: string | null;
  findings: Finding[];
}

const keptOf = (row: ReportRow): Kept => JSON.parse(row.report) as Kept;
const evidenceOf = (row: ReportRow): string[] => keptOf(row).findings.flatMap(({ evidence }) => evidence);

function headOf(row: ReportRow) {
  const counts = countsOf(keptOf(row).findings);
  const createdAt = isoTime(row.created_at);
  return { id: String(row.id), createdAt, sampleSize: row.sample_size, level: levelOf(counts), counts };
}

/** A report with the current text of its evidence. */
function reportOf(row: ReportRow, items: ReadonlyMap<string, OwnItem>): Health {
  const { findings, error } = keptOf(row);
  const head = headOf(row);
  const checks = findings.map(({ evidence, ...check }) => Object.assign(check, { evidence: quotesOf(evidence, { items }) }));
  return { ...head, username: row.username, message: overallText(head.counts), error, checks };
}

/** A report's entry in the history. */
function summaryOf(row: ReportRow): HealthHistory['items'][number] {
  const values = keptOf(row).findings.flatMap(({ key, n, value }) => (value === null ? [] : [{ key, n, value }]));
  return { ...headOf(row), values };
}

const batch = 20;
/** Nearly fresh data: users who check again have usually changed something. */
const byHand: CheckOptions = { priority: 'interactive', maxAgeMs: minuteMs };
const byJob: CheckOptions = { priority: 'background', maxAgeMs: dayMs };

/** How Reddit treats the user's own account, based on what it shows them and visitors. */
export function createHealth(deps: HealthDeps) {
  const { db, now, bus, nameOf } = deps;
  const check = createChecking(deps);
  /** Null without an account. */
  async function filterFor(actor: Actor, account: string | undefined) {
    const username = await nameOf(actor, account);
    return username === null ? null : { userId: userIdOf(actor), username, kind: 'health' as const };
  }
  const shown = async (row: ReportRow): Promise<Health> => reportOf(row, await findOwnItems(db, row.user_id, evidenceOf(row)));

  return {
    /** Throws `conflict` without an account, `unavailable` if Reddit can't be read. */
    current: async (actor: Actor, { account }: { account?: string | undefined } = {}): Promise<Health> =>
      shown(await check(actor, { ...byHand, account })),

    /** Null before the first report. */
    async latest(actor: Actor, { account }: { account?: string | undefined } = {}): Promise<Health | null> {
      const which = await filterFor(actor, account);
      const row = which ? await findLatest(db, which) : undefined;
      return row ? shown(row) : null;
    },

    /** Newest first. */
    async history(actor: Actor, { account }: { account?: string | undefined } = {}): Promise<HealthHistory> {
      const which = await filterFor(actor, account);
      return { items: which ? (await listReports(db, which)).map(summaryOf) : [] };
    },

    accounts: createAccountList(deps, async (userId, username) => {
      const row = await findLatest(db, { userId, username, kind: 'health' });
      return row ? headOf(row).level : null;
    }),

    /** For the job: checks connected accounts once a day. Accounts that can't be read are tried again in the next run. */
    async checkDue(signal: AbortSignal): Promise<{ checked: number; failed: number }> {
      const done = { checked: 0, failed: 0 };
      for (const { user_id, username } of await listUnchecked(db, now() - dayMs, batch)) {
        if (signal.aborted) break;
        const actor: Actor = { kind: 'user', userId: String(user_id), role: 'user' };
        try {
          await check(actor, { ...byJob, signal, account: username });
          bus.announce(actor.userId, ['account-health-changed']);
          done.checked += 1;
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          done.failed += 1;
        }
      }
      return done;
    },
  };
}
