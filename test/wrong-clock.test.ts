import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listDueOwners } from '#core/discovery/fetch/fetching.ts';
import { backupRotating } from '#core/platform/db/backup.ts';
import { noteTime } from '#core/platform/guards/queries.ts';
import { backup, retention } from '#jobs/jobs.ts';
import { attemptJob } from '#jobs/run.ts';
import { dayMs, hourMs, minuteMs } from '#shared/time.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
beforeEach(async () => void (made = await makeCore()));
afterEach(() => made.close());

const jumps: [string, number][] = [
  ['3 hours ahead', 3 * hourMs],
  ['3 hours back', -3 * hourMs],
  ['8 days ahead', 8 * dayMs],
  ['8 days back', -8 * dayMs],
  ['400 days ahead', 400 * dayMs],
  ['400 days back', -400 * dayMs],
];

/** Like a running server, which checks its clock as time passes. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5 * minuteMs) {
    made.clock.now += 5 * minuteMs;
    await noteTime(made.core.db, made.clock.now);
  }
}

describe('retention', () => {
  const prune = async () => (await attemptJob(made.core, retention)).state;
  const items = async () => (await made.core.db('items').pluck('fullname')).length;
  beforeEach(async () => {
    // Unmatched items that are 47 hours old and expire in an hour.
    await noteTime(made.core.db, made.clock.now);
    await ingestItems(made.core, [makeItem(1, made.clock.now), makeItem(2, made.clock.now)]);
    await pass(47 * hourMs);
  });

  test.each(jumps)('deletes nothing when the clock jumps %s and is then corrected', async (_, jump) => {
    made.clock.now += jump;
    expect([await prune(), await items()]).toEqual(['done', 2]);
    await pass(hourMs / 2);
    expect([await prune(), await items()]).toEqual(['done', 2]);
    made.clock.now -= jump;
    expect([await prune(), await items()]).toEqual(['done', 2]);
  });

  test.each(jumps)('deletes expired items within two days of running after a lasting jump %s', async (_, jump) => {
    made.clock.now += jump;
    await noteTime(made.core.db, made.clock.now);
    await pass(49 * hourMs);
    // What was stored before a jump back is in the future, so it stays until then.
    expect([await prune(), await items()]).toEqual(['done', jump < -dayMs ? 2 : 0]);
  });

  test('works in an instance that is switched off every night', async () => {
    for (let day = 0; day < 4; day += 1) {
      made.clock.now += 10 * hourMs;
      await noteTime(made.core.db, made.clock.now);
      expect(await prune()).toBe('done');
      await pass(14 * hourMs);
    }
    expect(await items()).toBe(0);
  });
});

describe('backups', () => {
  const names = () => readdirSync(join(made.core.config.dataDir, 'backups')).toSorted();

  test.each(jumps)('made while the clock is %s are kept afterwards, and only one of them replaces another', async (_, jump) => {
    await made.close();
    made = await makeCore({ retention: { backups: 3 } }, { onDisk: true });
    for (let day = 0; day < 3; day += 1) {
      await attemptJob(made.core, backup);
      made.clock.now += dayMs;
    }
    const before = names();
    const at = { dataDir: made.core.config.dataDir, now: made.clock.now + jump, keep: 3 };
    const { file } = await backupRotating(made.core.db, at);
    expect(existsSync(file)).toBe(true);
    expect(names().filter((name) => before.includes(name))).toHaveLength(2);
    expect(names()).toHaveLength(3);
  });
});

describe('campaign', () => {
  test.each(['continuous', 'hourly', 'twice-daily', 'daily'] as const)(
    'that runs %s is due when its turn comes after the clock goes back, not before',
    async (schedule) => {
      const ann = await makeUser(made.core, 'ann');
      await makeCampaign(made.core, ann, { schedule });
      const dueWith = async (ahead: number) => {
        await made.core.db('campaigns').update({ next_run_at: made.clock.now + ahead });
        return (await listDueOwners(made.core.db, made.clock.now)).length;
      };
      expect([await dueWith(-1), await dueWith(minuteMs), await dueWith(8 * dayMs), await dueWith(400 * dayMs)]).toEqual([1, 0, 1, 1]);
      expect(await dueWith(3 * hourMs)).toBe(schedule === 'continuous' || schedule === 'hourly' ? 1 : 0);
    },
  );
});
