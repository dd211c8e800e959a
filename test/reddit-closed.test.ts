import { expect, test } from 'vitest';
import { examine } from '#cli/run-doctor.ts';
import { parseConfig } from '#core/platform/config.ts';
import { discover } from '#jobs/jobs.ts';
import { attemptJob } from '#jobs/run.ts';
import { openAnn } from './support/connected.ts';
import { makeCampaign, makeUser } from './support/factories.ts';
import { type Fault, fault } from './support/fakes/reddit/faults.ts';

const minute = 60_000;
const names = ['freelance', 'smallbusiness', 'Entrepreneur'];
const closed = /^Reddit refuses all requests from this instance, so no subreddit is at fault.*\. See Settings → Reddit account\.$/;

async function open(source: 'api' | 'rss', { exist = true } = {}) {
  const made = await openAnn({ onDisk: true, reddit: { source, rssIntervalMs: 0 } });
  const { core, reddit, clock, ann } = made;
  if (exist) for (const name of names) reddit.world.community(name);
  const root = await makeUser(core, 'root', 'admin');
  const campaign = await makeCampaign(core, ann, { name: 'Three', streams: names.map((name) => ({ kind: 'subreddit', name })) });
  const tick = async () => {
    clock.now += 15 * minute;
    const result = await attemptJob(core, discover);
    await core.notifications.settled();
    return result;
  };
  const doctor = async () => {
    const { http, database, dataDir, reddit: section } = core.config;
    const findings = await examine(parseConfig({ dataDir, database, http: { ...http, port: 0 }, reddit: section }), () => clock.now);
    return findings.find(({ check }) => check === 'reddit')?.message;
  };
  const notices = async () => (await core.notifications.inbox.list(root, { limit: 20 })).items.filter(({ kind }) => kind === 'outage');
  return { ...made, root, campaign, tick, doctor, notices };
}

const loggedOut = fault.redirect('https://www.reddit.com/login/?dest=https%3A%2F%2Fwww.reddit.com%2Fr%2Ffreelance%2Fnew');
test.each<[string, 'api' | 'rss', Fault]>([
  ['401', 'api', fault.unauthorized()],
  ['403', 'api', fault.forbidden()],
  ['a block page', 'api', fault.blocked()],
  ['404', 'api', fault.json(404, { message: 'Not Found', error: 404 })],
  ['410', 'api', fault.json(410, {})],
  ['401', 'rss', fault.unauthorized()],
  ['403', 'rss', fault.forbidden()],
  ['404', 'rss', fault.json(404, { message: 'Not Found', error: 404 })],
  ['410', 'rss', fault.json(410, {})],
  ['a redirect to the log-in page', 'rss', loggedOut],
])('says the same in every place, and blames no subreddit, when Reddit answers everything with %s over %s', async (_, source, answer) => {
  const { core, reddit, ann, root, campaign, tick, doctor, notices } = await open(source);
  expect(await tick()).toMatchObject({ state: 'done' });
  reddit.faults.add({ fault: answer, times: Infinity });
  for (let round = 0; round < 3; round += 1) await tick();

  const coverage = await core.inbox.campaigns.coverage(ann, campaign.id);
  const said = coverage.reddit;
  expect(said).toMatch(closed);
  expect(coverage.places.map(({ error }) => error)).toEqual(coverage.places.map(() => said));
  const [run] = (await core.inbox.campaigns.runs(ann, campaign.id, { limit: 1 })).items;
  expect([run?.error, ...(run?.perSubreddit ?? []).map(({ error }) => error)]).toEqual(['', ...names].map(() => said));
  expect((await core.insights.dashboard.get(ann)).monitored).toMatchObject({ monitored: 0, problems: [], reddit: said });
  expect((await core.insights.dashboard.get(root)).outages).toMatchObject([{ source: 'reddit', error: said }]);
  expect((await notices()).map(({ text }) => text)).toEqual([expect.stringContaining(`${said}.`)]);
  expect(await tick()).toMatchObject({ state: 'failed', error: expect.stringContaining(String(said)) });
  expect(await doctor()).toBe(said);
});

test('blames the subreddits while Reddit says that it has none of that name', async () => {
  const { core, ann, campaign, tick, doctor } = await open('api', { exist: false });
  for (let round = 0; round < 3; round += 1) await tick();
  const { reddit: said, places } = await core.inbox.campaigns.coverage(ann, campaign.id);
  expect([said, ...places.map(({ error }) => error)]).toEqual([null, ...places.map(() => 'Reddit has no subreddit with this name')]);
  expect(await doctor()).not.toMatch(closed);
});

test('blames the only subreddit that is read, because its name may be wrong', async () => {
  const { core, reddit, ann, tick } = await open('api');
  reddit.faults.add({
    fault: fault.json(404, { message: 'Not Found', error: 404 }),
    times: Infinity,
    when: ({ path }) => path.startsWith('/r/'),
  });
  for (const { id } of (await core.inbox.campaigns.list(ann, { limit: 10 })).items) await core.inbox.campaigns.pause(ann, id);
  const { id } = await makeCampaign(core, ann, { name: 'One', streams: [{ kind: 'subreddit', name: 'freelance' }] });
  await tick();
  const { reddit: said, places } = await core.inbox.campaigns.coverage(ann, id);
  expect([said, ...places.map(({ error }) => error)]).toEqual([null, ...places.map(() => 'Not found on Reddit')]);
});
