import { expect, test } from 'vitest';
import type { Notice } from '#shared/notices.ts';
import type { Core } from '#core/open.ts';
import { openAnn } from '#test/support/connected.ts';
import { fault } from '#test/support/fakes/reddit/faults.ts';
import { makeUser } from '#test/support/factories.ts';
import { discover } from './jobs.ts';
import { attemptJob, listJobStates } from './run.ts';

const minute = 60_000;
const refusal = 'Reddit refuses all requests from this instance, so no subreddit is at fault. See Settings → Reddit account.';

/** Bob is a user whose campaign reads two subreddits over feeds; Ann is an admin. */
async function open() {
  const made = await openAnn({ reddit: { source: 'rss', rssIntervalMs: 0 } });
  for (const name of ['freelance', 'smallbusiness']) made.reddit.world.community(name);
  const { ann: bob } = made;
  const ann = await makeUser(made.core, 'root', 'admin');
  const tick = async (minutes = 15) => {
    made.clock.now += minutes * minute;
    const result = await attemptJob(made.core, discover);
    await made.core.notifications.settled();
    return result;
  };
  const notices = async (actor: typeof bob): Promise<Notice[]> =>
    (await made.core.notifications.inbox.list(actor, { limit: 20 })).items.filter(({ kind }) => kind === 'outage').toReversed();
  return { ...made, ann, bob, tick, notices };
}
const lastSuccess = async (core: Core) => (await listJobStates(core)).find(({ name }) => name === 'discover')?.lastSuccessAt;

test('fails the job while every subreddit is refused, and tells admins once that Reddit is down and once that it works again', async () => {
  const { core, reddit, clock, ann, bob, tick, notices } = await open();
  expect(await tick()).toMatchObject({ state: 'done' });
  const before = await lastSuccess(core);
  expect(before).toBe(clock.now);

  reddit.faults.add({ fault: fault.forbidden(), until: clock.now + 100 * minute });
  expect(await tick()).toMatchObject({
    state: 'failed',
    error: `Reddit: no stream could be read since 09:30 UTC. ${refusal}`,
  });
  expect([await lastSuccess(core), await notices(ann)]).toEqual([before, []]);
  expect(await core.discovery.outages.list()).toMatchObject([{ source: 'reddit', state: 'failing', streams: { ok: 0, empty: 0 } }]);

  await tick();
  // A tick in which no campaign is due doesn't hide it either.
  expect(await tick(1)).toMatchObject({ state: 'failed' });
  expect(await lastSuccess(core)).toBe(before);
  expect((await core.insights.dashboard.get(ann)).outages).toMatchObject([{ source: 'reddit', since: '2026-11-21T09:30:00.000Z' }]);
  expect((await core.insights.dashboard.get(bob)).outages).toEqual([]);
  expect((await notices(ann)).map(({ title }) => title)).toEqual(['Reddit: no stream could be read since 09:30 UTC']);

  // Refused places are tried again after six hours.
  expect(await tick(7 * 60)).toMatchObject({ state: 'done' });
  await tick();
  expect((await notices(ann)).map(({ title, text }) => [title, text])).toEqual([
    ['Reddit: no stream could be read since 09:30 UTC', expect.stringContaining(`${refusal}.`)],
    ['Reddit works again', 'No stream could be read from 09:30 UTC to 16:46 UTC.'],
  ]);
  expect((await core.insights.dashboard.get(ann)).outages).toEqual([]);
  expect(await notices(bob)).toEqual([]);
});

test('does not call Reddit down for one subreddit that is private, or for a stumble of a minute', async () => {
  const { core, reddit, clock, ann, tick, notices } = await open();
  reddit.world.community('smallbusiness', { state: 'private' });
  expect(await tick()).toMatchObject({ state: 'done' });
  reddit.faults.add({ fault: fault.serverError(), until: clock.now + 3 * minute });
  expect(await tick(2)).toMatchObject({ state: 'failed' });
  expect(await tick(5)).toMatchObject({ state: 'done' });
  await tick(30);
  expect([await notices(ann), await core.db('outages')]).toEqual([[], []]);
});

test('forgets an outage when the last campaign is paused, because nobody waits for the source', async () => {
  const { core, reddit, bob, tick, clock } = await open();
  reddit.faults.add({ fault: fault.forbidden(), until: clock.now + 600 * minute });
  await tick();
  expect(await tick()).toMatchObject({ state: 'failed' });
  for (const { id } of (await core.inbox.campaigns.list(bob, { limit: 10 })).items)
    await core.inbox.campaigns.update(bob, id, { status: 'paused' });
  expect(await tick()).toMatchObject({ state: 'done' });
  expect(await core.db('outages')).toEqual([]);
});
