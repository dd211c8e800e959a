import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeDiscourse } from '#test/support/fakes/discourse.ts';
import { startFakeHackerNews } from '#test/support/fakes/hacker-news.ts';
import { startFakeStackExchange } from '#test/support/fakes/stack-exchange.ts';
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
