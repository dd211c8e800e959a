import type { PageText } from '#shared/companion.ts';
import { systemActor } from '#core/platform/actor.ts';
import { streamsNamed } from '#shared/streams.ts';
import { expect, test } from 'vitest';
import { makeCampaign, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { fault } from '#test/support/fakes/reddit/faults.ts';
import { leadListQuery } from '#shared/leads.ts';
import { openTransport } from '#test/support/fakes/reddit/transport.ts';

const minute = 60_000;
const publicNames = Array.from({ length: 57 }, (_, index) => `community${index}`);
const signal = new AbortController().signal;

/** A core that fetches from a fake Reddit on loopback; both use the same clock. */
async function listen(reply: Parameters<typeof openTransport>[0] = {}) {
  const { clock, reddit, live } = await openTransport(reply);
  const { core, clock: coreClock, close } = await makeCore({}, { discovery: { source: live } });
  const ann = await makeUser(core, 'ann');
  const tick = async (ms = 3 * minute) => {
    coreClock.now = clock.now();
    const result = await core.discovery.pipeline.listen(signal);
    await clock.sleep(ms);
    return result;
  };
  coreClock.now = clock.now();
  return { clock, reddit, core, ann, tick, close };
}

test('stores every post once and shows the state of each stream, despite banned, private, and misspelled subreddits and five minutes of refusals', async () => {
  const { reddit, core, ann, tick, clock, close } = await listen();
  for (const name of publicNames) reddit.world.community(name);
  reddit.world.community('closed', { state: 'private' });
  reddit.world.community('gone', { state: 'banned' });
  const posted: string[] = [];
  const publish = (round: number) => {
    for (const name of publicNames) {
      const text = `I need invoicing software for ${name}, round ${round}; my clients pay late. What would you recommend for ${name}?`;
      posted.push(
        reddit.world.post({ subreddit: name, title: `Looking for invoicing in ${name}, ${round}`, text, author: `${name}_${round}` }),
      );
    }
  };
  const campaign = await makeCampaign(core, ann, {
    streams: streamsNamed('subreddit', [...publicNames, 'closed', 'gone', 'nosuchplace'], false),
    postFloor: 0,
  });
  publish(0);
  for (let round = 1; round <= 4; round += 1) await tick();
  reddit.faults.add({ fault: fault.tooMany({ 'retry-after': '300' }), until: clock.now() + 5 * minute });
  publish(1);
  for (let round = 1; round <= 6; round += 1) await tick();
  publish(2);
  for (let round = 1; round <= 4; round += 1) await tick();

  const fetched = await core.db('items').orderBy('fullname').pluck('fullname');
  expect(fetched).toEqual(posted.toSorted());
  const kept = await core.db('posts').join('items', 'items.id', 'posts.item_id').orderBy('fullname').pluck('fullname');
  expect(new Set(kept).size).toBe(kept.length);
  const coverage = await core.inbox.campaigns.coverage(ann, campaign.id);
  expect(coverage.summary).toMatchObject({ total: 60, monitored: 57, failed: 3 });
  const failing = coverage.places.filter(({ state }) => state === 'failed');
  expect(failing.map(({ name }) => name)).toEqual(['closed', 'gone', 'nosuchplace']);
  expect(failing.every(({ error, lastSuccessAt }) => (error ?? '') !== '' && lastSuccessAt === null)).toBe(true);
  const { items: runs } = await core.inbox.campaigns.runs(ann, campaign.id, { limit: 50 });
  expect(runs.some(({ state }) => state === 'failed')).toBe(true);
  expect(runs[0]).toMatchObject({ state: 'partial' });
  await close();
});

test("fetches comments with their thread's title", async () => {
  const { reddit, core, ann, tick, close } = await listen();
  reddit.world.community('freelance');
  const on = reddit.world.post({ subreddit: 'freelance', title: 'Invoice thread' });
  const answer = reddit.world.comment({
    on,
    text: 'I am looking for invoicing software and need it today, would pay for one. What invoicing tool do you recommend?',
    author: 'buyer',
  });
  await makeCampaign(core, ann, { streams: streamsNamed('subreddit', ['freelance']), leadThreshold: 50 });
  await tick();
  const [lead] = (await core.inbox.leads.list(ann, { limit: 5, sort: '-confidence' })).items;
  expect(lead).toMatchObject({ redditUsername: 'buyer', posts: [{ kind: 'comment', title: 'Invoice thread' }] });
  expect((await core.inbox.posts.list(ann, { limit: 5, sort: '-confidence' })).items.map(({ fullname }) => fullname)).toContain(answer);
  await close();
});

test("erases within two days what was deleted on Reddit, and keeps what couldn't be checked", async () => {
  const { reddit, core, ann, tick, clock, close } = await listen();
  reddit.world.community('freelance');
  const names = (['deleted', 'removed', 'account', 'vanished', null] as const).map((gone, index) => {
    const author = `author_${index}`;
    const name = reddit.world.post({
      subreddit: 'freelance',
      title: `Looking for invoicing software ${index}`,
      text: `I need an invoicing tool as soon as possible, number ${index}: what do you recommend? My budget is $${index + 9}.`,
      author,
    });
    return { name, gone, author } as const;
  });
  await makeCampaign(core, ann, { streams: streamsNamed('subreddit', ['freelance'], false), postFloor: 0 });
  await tick();
  expect(await core.db('posts')).toHaveLength(5);
  const { items: leads } = await core.inbox.leads.list(ann, leadListQuery.parse({}));
  expect(leads).toHaveLength(5);
  await core.inbox.leads.update(ann, leads.find(({ redditUsername }) => redditUsername === 'author_0')?.id ?? '', { stage: 'contacted' });
  for (const { name, gone, author } of names) {
    if (gone === 'account') reddit.world.deleteAccount(author);
    else reddit.world.setGone(name, gone);
  }
  await tick(24 * 60 * minute);
  await tick(0);
  expect(await core.discovery.pipeline.syncDeletions(signal)).toMatchObject({ checked: 5, gone: 4 });
  const left = await core.db('items').whereNot({ title: '' }).select('fullname', 'author');
  expect(left).toEqual([{ fullname: names[4]?.name, author: 'author_4' }]);
  expect(JSON.stringify(await core.db('leads'))).not.toMatch(/author_[0-3]/);
  const listed = (await core.inbox.leads.list(ann, leadListQuery.parse({}))).items;
  expect(listed.map(({ redditUsername }) => redditUsername).toSorted(), 'the list keeps the leads that were worked on').toEqual([
    '',
    'author_4',
  ]);
  expect(await core.discovery.pipeline.syncDeletions(signal)).toMatchObject({ checked: 0, gone: 0 });
  await clock.sleep(1);
  await close();
});

test('erases what a user saved from a page once its author deletes it, but not what only that user could see', async () => {
  const { reddit, core, ann, tick, clock, close } = await listen();
  reddit.world.community('freelance');
  const campaign = await makeCampaign(core, ann, { streams: streamsNamed('subreddit', ['startups'], false), postFloor: 0 });
  const ask = 'I need an invoicing tool now: what do you recommend?';
  const name = reddit.world.post({ subreddit: 'freelance', title: 'Looking for invoicing software', text: ask, author: 'mira' });
  const urls = [`https://www.reddit.com/r/freelance/comments/${name.slice(3)}/x/`, 'https://www.reddit.com/r/closed/comments/zzz999/x/'];
  const texts = urls.map((url): PageText => ({
    url,
    kind: 'post',
    software: null,
    author: 'mira',
    title: 'Looking for it',
    text: ask,
    writtenAt: null,
  }));
  await core.discovery.search.companion.save(ann, { campaignId: campaign.id, texts });
  const report = async () => {
    const { promise, unchecked } = await core.instance.deletionReport.report(systemActor);
    return [promise.kept, promise.late, unchecked.map(({ what, items }) => `${what} ${items}`)];
  };
  expect(await report()).toEqual([0, 0, ['imports 2']]);
  expect(await core.discovery.pipeline.syncDeletions(signal)).toMatchObject({ checked: 2, gone: 0 });
  expect(await report()).toEqual([1, 0, ['imports 1']]);

  reddit.world.setGone(name, 'deleted');
  await tick(24 * 60 * minute);
  await tick(0);
  expect(await core.discovery.pipeline.syncDeletions(signal)).toMatchObject({ checked: 1, gone: 1 });
  const left = await core.db('items').whereNot({ body: '' }).pluck('fullname');
  expect(left).toEqual(['t3_zzz999']);
  await clock.sleep(1);
  await close();
});

test("names the server's failure as the cause of a run, not a ban that an earlier run found", async () => {
  const { reddit, core, ann, tick, clock, close } = await listen();
  for (const name of ['freelance', 'smallbusiness', 'startups']) reddit.world.community(name);
  reddit.world.community('agone', { state: 'banned' });
  const fields = { streams: streamsNamed('subreddit', ['agone', 'freelance', 'smallbusiness', 'startups'], false) };
  const campaign = await makeCampaign(core, ann, fields);
  const lastRun = async () => (await core.inbox.campaigns.runs(ann, campaign.id, { limit: 1 })).items[0];
  const errorOf = (run: Awaited<ReturnType<typeof lastRun>>, of: string) => run?.perSubreddit.find(({ name }) => name === of)?.error;
  for (let round = 1; round <= 3; round += 1) await tick();
  const before = await lastRun();
  expect(before).toMatchObject({ state: 'partial', error: null });
  const banned = errorOf(before, 'agone');
  expect(banned).toMatch(/banned/);

  reddit.faults.add({ fault: fault.serverError(503), until: clock.now() + 60 * minute });
  await tick();
  const failed = await lastRun();
  expect(failed?.state).toBe('failed');
  expect(errorOf(failed, 'agone')).toBe(banned);
  expect(failed?.error).toBe(`freelance: ${errorOf(failed, 'freelance')}`);
  await close();
});
