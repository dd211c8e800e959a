import { streamsNamed } from '#shared/streams.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCampaign, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { listCampaigns } from '#core/inbox/campaigns/queries.ts';
import { readCoverages } from './coverage.ts';
import { storeReadings } from './read-streams.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
beforeEach(async () => {
  made = await makeCore();
});
afterEach(() => made.close());

test('reads the streams of six campaigns, shared and own, in as many statements as those of two', async () => {
  const { core, clock } = made;
  const ann = await makeUser(core, 'ann');
  const names = ['one', 'two', 'three', 'four', 'five', 'six'];
  for (const name of names) await makeCampaign(core, ann, { name, streams: streamsNamed('subreddit', ['shared', `only_${name}`], false) });
  const readings = ['shared', ...names.map((name) => `only_${name}`)].map((name) => ({
    stream: { kind: 'posts' as const, name },
    state: 'ok' as const,
    items: [],
    newest: null,
    gap: null,
    refused: 0,
  }));
  const { items: itemStore } = core.inbox;
  await storeReadings({ db: core.db, itemStore }, readings, { source: 'api', scope: '', remember: true, now: clock.now });
  const rows = await listCampaigns(core.db, ann.userId, { beforeId: null, limit: 10 });
  let statements = 0;
  core.db.on('query', ({ sql }: { sql: string }) => (statements += /\b(?:streams|stream_readings)\b/.test(sql) ? 1 : 0));
  const read = async (count: number) => {
    const before = statements;
    const coverages = await readCoverages(core.db, rows.slice(0, count), { sourceId: 'api', now: clock.now, whyOff: null });
    return { coverages, statements: statements - before };
  };
  const [two, six] = [await read(2), await read(6)];
  expect(two.statements).toBeGreaterThan(0);
  expect(six.statements).toBe(two.statements);
  expect(six.coverages.map(({ places }) => places.map(({ name, state }) => `${name} ${state}`))).toEqual(
    rows.map(({ name }) => ['shared empty', `only_${name} empty`]),
  );
});
