import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, afterEach, beforeEach } from 'vitest';
import { postListQuery } from '#shared/posts.ts';
import { runEarshot } from '#test/support/earshot-process.ts';
import { ingestItems, makeCampaign, makeItem, makeUser } from '#test/support/factories.ts';
import { startFakeDiscourse } from '#test/support/fakes/discourse.ts';
import { startFakeHackerNews } from '#test/support/fakes/hacker-news.ts';
import { startFakeStackExchange } from '#test/support/fakes/stack-exchange.ts';
import { makeCore } from '#test/support/make-core.ts';
import { runCommand } from '#test/support/run-command.ts';
import type { Found } from '../scan/writers.ts';

const day = 86_400_000;
const basements = 'We are a family business in Ohio that fixes wet basements';

/** Runs `earshot find` in an empty folder, with stand-ins for the sites. */
async function open() {
  const stack = await startFakeStackExchange(Date.now);
  const forum = await startFakeDiscourse(Date.now);
  const hackerNews = await startFakeHackerNews(Date.now);
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-find-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const find = (...args: string[]) =>
    runCommand(['find', ...args], {
      EARSHOT_DATA_DIR: dataDir,
      EARSHOT_STACK_EXCHANGE__URL: stack.url,
      EARSHOT_HACKER_NEWS__URL: hackerNews.url,
      EARSHOT_HACKER_NEWS__SEARCH_URL: hackerNews.url,
      EARSHOT_BLUESKY__SERVERS: stack.url,
      EARSHOT_BLUESKY__URL: stack.url,
      EARSHOT_SECURITY__ALLOW_PRIVATE_HOSTS: [new URL(stack.url).host, forum.host, hackerNews.host].join(','),
    });
  const ask = (title: string, { at = Date.now() - day, body = '<p>Any advice?</p>' } = {}) => stack.add({ on: 'diy', title, body, at });
  return { stack, forum, hackerNews, find, ask, dataDir };
}

test('finds who needs what is sold, best first, without an account or a file', async () => {
  const { find, ask, dataDir } = await open();
  ask('Who can waterproof a wet basement?', {
    body: '<p>Water comes through the basement wall after rain. Looking for a waterproofing contractor, how much should it cost?</p>',
  });
  ask('How do I hang a picture on drywall?');
  ask('Looking for a basement waterproofing company', { at: Date.now() - 40 * day });
  const { status, out, err } = await find(basements);
  expect(err).toContain('Trade: Basement waterproofing (basement-waterproofing)');
  expect(err).toContain('diy.stackexchange.com: 2 posts');
  expect(out).toContain('Who can waterproof a wet basement?');
  expect(out).toContain('https://diy.stackexchange.com/questions/');
  expect(out).not.toContain('picture');
  expect(out).not.toContain('company');
  expect(status).toBe(0);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('reads the sites that are named too, and prints JSON', async () => {
  const { find, forum, ask } = await open();
  const wet = '<p>The basement floods and I am looking for a basement waterproofing contractor, who would you hire?</p>';
  ask('Wet basement: whom would you hire?', { body: wet });
  forum.add({ title: 'Looking for someone to waterproof our basement', body: wet, at: Date.now() - day });
  const { out, err, status } = await find(basements, '--discourse', forum.url, '--json', '--limit', '1');
  const found = JSON.parse(out) as Found[];
  expect(found).toHaveLength(1);
  expect(found[0]?.reason).not.toBe('');
  expect(err).toContain(`${forum.url}: 1 post`);
  expect(status).toBe(0);
});

test('reads what is suggested, except streams that are only read live', async () => {
  const { find } = await open();
  const { err } = await find('Covers for books', '--trade', 'book-cover-design');
  expect(err).toContain('writing.stackexchange.com: 0 posts');
  expect(err).not.toMatch(/bluesky|bsky/i);
});

test('counts what several parts of a stream have, and says once what of it is missing', async () => {
  const { find, hackerNews } = await open();
  for (let n = 0; n < 600; n += 1) hackerNews.add({ title: `Story ${n}` });
  hackerNews.state.isSearchDown = true;
  const { err } = await find(basements, '--hacker-news');
  expect(err.match(/^Hacker News: .*$/gm)).toEqual([
    "Hacker News: Older posts couldn't be read yet. Algolia answered with status 503.",
    'Hacker News: 600 posts',
  ]);
});

test('says which site failed and goes on, and what works without a network when all did', async () => {
  const { find, stack, forum } = await open();
  stack.state.handle = (_request, response) => void response.writeHead(503).end();
  const partly = await find(basements, '--discourse', forum.url);
  expect(partly.err).toMatch(/^diy\.stackexchange\.com: .+/m);
  expect(partly.err).toContain('None of 0 posts from the last 30 days fit.');
  expect(partly.status).toBe(0);
  const wholly = await find(basements);
  expect(wholly.err).toContain('Nothing could be read. `earshot demo` shows invented posts without a network.');
  expect(wholly.status).not.toBe(0);
});

test.each([
  [['rent a goat'], /Earshot knows no site where people ask for this\./],
  [[''], /Say what you offer/],
  [[basements, '--days', '0'], /--days must be a whole number of at least 1, not 0/],
  [[basements, '--trade', 'nonsense'], /No trade is called nonsense/],
  [[basements, '--stack-exchange', 'a b'], /--stack-exchange a b: Enter a site/],
])('refuses %j in a sentence', async (args, message) => {
  const { find } = await open();
  const { status, out, err } = await find(...args);
  expect(err).toMatch(message);
  expect([status, out]).toEqual([2, '']);
});

let made: Awaited<ReturnType<typeof makeCore>>;
let campaignId: string;
let postId: string;

const environment = () => ({ EARSHOT_DATA_DIR: made.core.config.dataDir, EARSHOT_AI__OLLAMA__HOST: 'http://127.0.0.1:9' });
const score = (...args: string[]) => runCommand(['score', ...args], environment());

beforeEach(async () => {
  made = await makeCore({}, { onDisk: true });
  const ann = await makeUser(made.core, 'ann');
  campaignId = (await makeCampaign(made.core, ann)).id;
  await ingestItems(made.core, [makeItem(1, made.clock.now)]);
  const { items } = await made.core.inbox.posts.list(ann, postListQuery.parse({ status: 'all' }));
  postId = items[0]?.id ?? 'none was kept';
  await made.core.inbox.posts.feedback(ann, postId, { verdict: 'right' });
});
afterEach(() => made.close());

test('prints components, rules, and the absence of a cap in score explain while a server runs', async () => {
  const { stdout: out } = await runEarshot(['score', 'explain', postId], environment());
  expect(out).toContain('Looking for invoicing software');
  expect(out).toMatch(/intent +[01]\.\d\d/);
  expect(out).toContain('Feedback has no effect on this score.');
  expect(out).toContain('No cap applies.');
  expect(out).toContain('Rules: invoic*');
});

test('prints the figures of score eval as text and as JSON', async () => {
  expect((await score('eval', campaignId)).out).toMatch(/builtin +1 +1 +1\.000 +1\.000 +1\.000/);
  expect(JSON.parse((await score('eval', campaignId, '--json')).out)).toEqual([
    { scoredBy: 'builtin', rated: 1, right: 1, precision: 1, recall: 1, ndcg: 1, learned: null },
  ]);
});

test('prints in score missed the share of skipped posts that a model rates as leads, with its interval', async () => {
  // The command has the real time.
  const at = Date.now();
  const spent = { tokens_in: 9, tokens_out: 9, cost: null, items: 40, missed: 2, failure: '' } as const;
  const asked = { user_id: null, campaign_id: null, lead_id: null, provider: 'ollama', model: 'small', purpose: 'audit' } as const;
  await made.core.db('ai_ledger').insert({ at, day: Math.floor(at / 86_400_000), ...asked, ...spent });
  expect((await score('missed')).out).toContain(
    'rates 5.0% of 40 skipped posts of the last 30 days as leads (95% interval: 1.4% to 16.5%)',
  );
});

test('exits with 3 for an unknown post', async () => {
  expect(await score('explain', '999')).toMatchObject({ status: 3 });
});

test('fails score eval of a provider that does not answer', async () => {
  const failure = await score('eval', campaignId, '--provider', 'ollama');
  expect(failure).toMatchObject({ status: 1, err: expect.stringContaining("ollama didn't answer for 1 of 1 post") as unknown });
});
