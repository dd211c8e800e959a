import { expect, onTestFinished, test } from 'vitest';
import type { ConfigInput } from '#core/platform/config.ts';
import { makeCore } from '#test/support/make-core.ts';

async function read(reddit: NonNullable<ConfigInput>['reddit'], start = Date.UTC(2026, 10, 29, 23, 59)) {
  const { core, close } = await makeCore({ reddit }, { start });
  onTestFinished(close);
  return core.discovery.outages.redditAccess();
}

test.each([
  [{}, 'off', "Reddit isn't read: this instance has no Reddit app"],
  [{ source: 'off', clientId: 'id' }, 'off', "Reddit isn't read: reddit.source is off"],
  [{ source: 'rss' }, 'closed', 'Reddit ended its feeds'],
  [{ source: 'rss', wwwUrl: 'https://gateway.example.com' }, 'feeds', null],
  [{ clientId: 'id' }, 'api', null],
  [{ clientId: 'id', apiUrl: 'https://gateway.example.com/reddit.com' }, 'gateway', null],
] as const)('with %o, Reddit is %s', async (reddit, state, problem) => {
  const found = await read(reddit);
  expect([found.state, found.problem?.slice(0, problem?.length) ?? null]).toEqual([state, problem]);
});

test('counts whole days by the clock of the server, until a date and past it', async () => {
  const leftAt = async (start: number) => (await read({}, start)).ends.map(({ what, daysLeft }) => [what, daysLeft]);
  expect(await leftAt(Date.UTC(2026, 10, 29, 23, 59))).toEqual([
    ['requests', -29],
    ['feeds', -16],
    ['unregistered', 44],
    ['api', 92],
  ]);
  expect((await leftAt(Date.UTC(2027, 0, 12)))[2]).toEqual(['unregistered', 0]);
});
