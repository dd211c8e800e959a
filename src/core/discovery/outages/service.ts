import type { SourceHealth } from '#shared/source-health.ts';
import { sourceIds, sourceOf } from '#shared/sources.ts';
import { timeZone } from '#shared/time-zone.ts';
import { listAdminIds } from '#core/accounts/queries.ts';
import type { CoreContext } from '#core/context.ts';
import { findZone } from '#core/inbox/follow-ups/queries.ts';
import { transportOf, feedsEnded, isReddit, whyOff } from '#core/reddit/transport.ts';
import type { Config } from '#core/platform/config.ts';
import type { RedditAccess } from '#shared/reddit-account.ts';
import { dayMs } from '#shared/time.ts';
import type { OutagesRow } from '../tables.ts';
import { healthOf } from './health.ts';
import { deleteOutage, hasActiveCampaign, insertOutage, listOutages, noteNotified, readSourceStates, findRefusal } from './queries.ts';

/** Announced by Reddit on September 30, 2026; for March 2027 it named no day. */
const days: Record<RedditAccess['ends'][number]['what'], string> = {
  requests: '2026-10-31',
  feeds: '2026-11-13',
  unregistered: '2027-01-12',
  api: '2027-03-01',
};

interface Context extends Pick<CoreContext, 'readDb' | 'now'> {
  config: Pick<Config, 'reddit'>;
}

async function readState({ config: { reddit }, readDb, now }: Context): Promise<Pick<RedditAccess, 'state' | 'problem'>> {
  const transport = transportOf(reddit);
  if (transport === null) return { state: 'off', problem: whyOff(reddit) };
  const refusal = await findRefusal(readDb, now());
  if (refusal !== null) return { state: 'closed', problem: refusal };
  if (transport === 'api') return { state: isReddit(reddit.apiUrl) ? 'api' : 'gateway', problem: null };
  return isReddit(reddit.wwwUrl) ? { state: 'closed', problem: feedsEnded } : { state: 'feeds', problem: null };
}

/** What is open to this instance at Reddit, and the days until more ends. */
async function readRedditAccess(context: Context): Promise<RedditAccess> {
  const today = Math.floor(context.now() / dayMs);
  const ends = (Object.keys(days) as (keyof typeof days)[]).map((what) => ({ what, daysLeft: Date.parse(days[what]) / dayMs - today }));
  return { ...(await readState(context)), ends };
}

const maxNotified = 100;

interface OutageDeps extends Pick<CoreContext, 'db' | 'readDb' | 'bus' | 'now'> {
  config: Pick<Config, 'reddit'>;
}

function clockIn(zone: string | null, at: number): string {
  const local = new Date(timeZone(zone ?? 'UTC').toLocal(at)).toISOString().slice(11, 16);
  return zone === null ? `${local} UTC` : local;
}

const sinceOf = (since: number, zone: string | null): string => `no stream could be read since ${clockIn(zone, since)}`;

/** "Reddit: no stream could be read since 14:02 UTC. Reddit blocks this server". */
const sentenceOf = ({ source, since, error }: SourceHealth): string =>
  [`${sourceOf(source).label}: ${sinceOf(Date.parse(since ?? ''), null)}`, ...(error === null ? [] : [error])].join('. ');

/** Notifies admins, once per outage and source: a notice with a key that was sent is not sent again. */
function createNotices({ db, bus }: Pick<OutageDeps, 'db' | 'bus'>) {
  async function notifyAdmins(kind: 'down' | 'up', { source, began_at }: OutagesRow, words: (zone: string | null) => [string, string]) {
    for (const id of await listAdminIds(db, maxNotified)) {
      const [title, text] = words((await findZone(db, String(id))) ?? null);
      const key = `${kind}:${source}:${began_at}`;
      bus.emit('notice', { userId: String(id), kind: 'outage', key, title, text, path: '/dashboard/admin' });
    }
  }
  return {
    down: (row: OutagesRow, error: string | null) =>
      notifyAdmins('down', row, (zone) => [
        `${sourceOf(row.source).label}: ${sinceOf(row.began_at, zone)}`,
        [error ? `${error}.` : '', 'No campaign finds anything there until it works again.'].filter(Boolean).join(' '),
      ]),
    up: (row: OutagesRow, now: number) =>
      notifyAdmins('up', row, (zone) => [
        `${sourceOf(row.source).label} works again`,
        `No stream could be read from ${clockIn(zone, row.began_at)} to ${clockIn(zone, now)}.`,
      ]),
  };
}

/** Whether the sources can be read, and notices to admins when one can't be any more, or can be again. */
export function createOutages(deps: OutageDeps) {
  const { config, db, readDb, now } = deps;
  const notices = createNotices(deps);
  const read = () => (transportOf(config.reddit) === null ? sourceIds.filter((id) => id !== 'reddit') : sourceIds);

  async function list(): Promise<SourceHealth[]> {
    if (!(await hasActiveCampaign(readDb))) return [];
    const { groups, lastSuccess } = await readSourceStates(readDb, now(), read());
    const began = new Map((await listOutages(readDb)).map(({ source, began_at }) => [source, began_at]));
    const times = [...lastSuccess].map(([name, lastSuccessAt]) => [name, { lastSuccessAt, beganAt: began.get(name) ?? null }] as const);
    return healthOf(groups, new Map(times), now());
  }

  async function follow({ source, state, error }: Pick<SourceHealth, 'source' | 'state' | 'error'>, row: OutagesRow | undefined) {
    if (state === 'ok' && row) {
      if (row.notified_at !== null) await notices.up(row, now());
      await deleteOutage(db, source);
    }
    if (state !== 'ok' && !row) await insertOutage(db, { source, began_at: now(), notified_at: null });
    if (state === 'down' && row && row.notified_at === null) {
      await notices.down(row, error);
      await noteNotified(db, source, now());
    }
  }

  return {
    /** Every source that campaigns look at. */
    list,
    /** What is open to this instance at Reddit. */
    redditAccess: () => readRedditAccess(deps),
    /** Run after each round: notes what began and ended, and returns why nothing could be read; null if something could. */
    async watch(): Promise<string | null> {
      const health = await list();
      const rows = new Map((await listOutages(db)).map((row) => [row.source, row]));
      const gone = [...rows.keys()].filter((source) => !health.some((one) => one.source === source));
      for (const one of health) await follow(one, rows.get(one.source));
      for (const source of gone) await deleteOutage(db, source);
      const failing = health.filter(({ state }) => state !== 'ok');
      return failing.length > 0 && failing.length === health.length ? failing.map(sentenceOf).join('. ') : null;
    },
  };
}
export type Outages = ReturnType<typeof createOutages>;
