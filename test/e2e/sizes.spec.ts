import { expect, test } from 'playwright/test';
import type { Post } from '#shared/posts.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { fitsAcross, settled, signIn, watch } from './support/page.ts';

let instance: Instance;
test.beforeAll(async () => {
  instance = await startInstance();
});
test.afterAll(() => instance.close());

const ask = 'I need invoicing software as soon as possible, what do you recommend?';
const longText = `${ask}\n\n${'Another client pays late again. '.repeat(1_240)}`.slice(0, 40_000);
const rows = {
  long: { title: 'Looking for invoicing software', selftext: longText },
  unbroken: { title: `Invoice${'W'.repeat(293)}`, selftext: `${ask} ${'W'.repeat(39_000)}` },
  lines: { title: 'Looking for an invoice tool', selftext: `${ask}${'\n'.repeat(20_000)}thanks` },
  empty: { title: 'Looking for invoicing software, any ideas?', selftext: '' },
};

async function ingestPosts(token: string): Promise<Map<string, Post>> {
  const body = new FormData();
  const { id } = await instance.api<{ id: string }>('POST', '/campaigns', {
    token,
    body: { name: 'Invoices', offering: 'Invoicing software', rules: [{ text: 'invoic*' }], postFloor: 0 },
  });
  body.set('campaignId', id);
  const lines = Object.entries(rows).map(([name, { title, selftext }]) => ({
    id: name,
    title,
    selftext,
    author: 'buyer',
    subreddit: 'freelance',
    permalink: `/r/freelance/comments/${name}/x/`,
    created_utc: Math.floor(Date.now() / 1000) - 600,
  }));
  body.set('file', new Blob([lines.map((line) => JSON.stringify(line)).join('\n')]), 'sizes.jsonl');
  await fetch(`${instance.url}/api/import/file`, { method: 'POST', body, headers: { authorization: `Bearer ${token}` } });
  const list = () => instance.api<{ items: Post[] }>('GET', '/posts?status=all', { token });
  await expect.poll(async () => (await list()).items.length).toBe(Object.keys(rows).length);
  return new Map((await list()).items.map((post) => [post.title, post]));
}

test('shows very long, very wide, and empty posts on every screen without breaking the layout', async ({ context }) => {
  const { token } = await instance.register('mara');
  const posts = await ingestPosts(token);
  await signIn(context, token);
  const page = await context.newPage();
  const { problems } = watch(page);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${instance.url}/dashboard/posts?status=all`);
    await settled(page);
    expect(await fitsAcross(page), `the list at ${width} px`).toBe(true);
    for (const [name, { title }] of Object.entries(rows)) {
      await page.goto(`${instance.url}/dashboard/posts?status=all&post=${posts.get(title)?.id}`);
      await settled(page);
      await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toContainText(title.slice(0, 7));
      await expect(page.getByRole('button', { name: /^Write a reply/ })).toBeInViewport();
      expect(await fitsAcross(page), `${name} at ${width} px`).toBe(true);
    }
  }
  const exported = await instance.api<Post[]>('GET', '/posts/export.json?status=all', { token });
  const bodies = new Map(exported.map(({ title, body }) => [title, body]));
  for (const { title, selftext } of Object.values(rows)) expect(bodies.get(title)?.trim(), title.slice(0, 40)).toBe(selftext.trim());
  expect(problems).toEqual([]);
});
