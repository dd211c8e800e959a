import { leastOwnItems } from '#shared/own-reports.ts';
import type { Vibe, VibeHistory } from '#shared/vibe.ts';
import type { OwnActivity } from '../activity/service.ts';
import type { NameOf } from '../own-reports/sample.ts';
import { type Actor, userIdOf } from '#core/platform/actor.ts';
import { timeZone } from '#shared/time-zone.ts';
import { minuteMs } from '#shared/time.ts';
import { isoTime, type Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { findZone } from '#core/inbox/follow-ups/queries.ts';
import { findLatest, findOwnItems, insertReport, listReports, type ReportRow } from '../own-reports/queries.ts';
import { reportable } from '../own-reports/sample.ts';
import { listBrands } from '../own-product-queries.ts';
import { analyze, type Kept, quotedIn, reportOf, summaryOf } from './analyze.ts';

interface Deps {
  db: Db;
  now: Now;
  readActivity: (actor: Actor, options: { maxAgeMs?: number; account?: string | undefined }) => Promise<OwnActivity>;
  nameOf: NameOf;
}

/** Nearly fresh data: a new report should include what the user has just written. */
const freshMs = minuteMs;

/** Reports on how users write, from what Reddit lists for their connected account. */
export function createVibe({ db, now, readActivity, nameOf }: Deps) {
  async function shown(row: ReportRow): Promise<Vibe> {
    return reportOf(row, await findOwnItems(db, row.user_id, quotedIn(row)));
  }

  return {
    /** Throws `conflict` without an account, `unavailable` if Reddit can't be read. `zone` applies if the user has set no time zone. */
    async analyze(
      actor: Actor,
      { zone: offered, account: asked }: { zone?: string | undefined; account?: string | undefined } = {},
    ): Promise<Vibe> {
      const userId = userIdOf(actor);
      const { account, items, state, capped, error } = reportable(await readActivity(actor, { maxAgeMs: freshMs, account: asked }));
      const zone = timeZone((await findZone(db, String(userId))) ?? offered ?? 'UTC');
      const brands = await listBrands(db, userId);
      const kept: Kept = {
        missing: Math.max(0, leastOwnItems - items.length),
        hidden: state === 'hidden',
        posts: items.filter(({ kind }) => kind === 'post').length,
        comments: items.filter(({ kind }) => kind === 'comment').length,
        from: isoTime(items.at(-1)?.createdAt),
        to: isoTime(items[0]?.createdAt),
        capped,
        error,
        zone: zone.name,
        findings: analyze({ items, zone, brands }),
      };
      const row = {
        user_id: userId,
        kind: 'vibe' as const,
        username: account.username,
        created_at: now(),
        sample_size: items.length,
        report: JSON.stringify(kept),
      };
      return shown(await insertReport(db, row));
    },

    /** Null before the first report. */
    async latest(actor: Actor, { account }: { account?: string | undefined } = {}): Promise<Vibe | null> {
      const username = await nameOf(actor, account);
      const row = username === null ? undefined : await findLatest(db, { userId: userIdOf(actor), username, kind: 'vibe' });
      return row ? shown(row) : null;
    },

    /** Newest first. */
    async history(actor: Actor, { account }: { account?: string | undefined } = {}): Promise<VibeHistory> {
      const username = await nameOf(actor, account);
      const rows = username === null ? [] : await listReports(db, { userId: userIdOf(actor), username, kind: 'vibe' });
      return { items: rows.map(summaryOf) };
    },
  };
}
