import { join } from 'node:path';
import { expect, test, type Page } from 'playwright/test';
import { connect as connectDatabase } from '#core/platform/db/connect.ts';
import type { Lead } from '#shared/leads.ts';
import { startFakeReddit } from '#test/support/fakes/reddit/server.ts';
import { fullname } from '#test/support/fakes/reddit/world.ts';
import { seedPeople } from './support/people.ts';
import { connectReddit, redditEnvironment } from './support/reddit.ts';
import { runJob, startInstance, type Instance } from './support/instance.ts';
import { fitsAcross, keepScreen, settled, signIn, watch } from './support/page.ts';

let instance: Instance;
let reddit: Awaited<ReturnType<typeof startFakeReddit>>;

test.beforeAll(async () => {
  reddit = await startFakeReddit();
  instance = await startInstance(redditEnvironment(reddit));
});
test.afterAll(async () => {
  await instance.close();
  await reddit.close();
});

/** Backdates the replies, so that the checks that are due happen now. */
async function lookAfter(token: string, minutes: number): Promise<void> {
  const db = connectDatabase(join(instance.dataDir, 'earshot.db'));
  try {
    const earlier = minutes * 60_000;
    await db('outbox').decrement('sent_at', earlier);
    await db('reply_watches').whereNotNull('next_at').decrement('next_at', earlier);
    await db('reply_watches').whereNotNull('read_at').decrement('read_at', earlier);
  } finally {
    await db.destroy();
  }
  await runJob(instance, token, 'reply-watch');
}

const outbox = (page: Page) => page.getByRole('list', { name: 'Your replies here' });
const keep = (page: Page, name: string) => keepScreen(page, `reply-watch-${name}`);

test('shows what happens to a reply beside it, in the timeline, and in notifications', async ({ page, context }) => {
  const { token } = await instance.register('ada');
  await connectReddit(instance, token);
  const posts: string[] = [];
  await seedPeople(instance, token, {
    count: 1,
    idOf({ author, title, selftext }) {
      posts.push(reddit.world.post({ subreddit: 'freelance', author, title, text: selftext }));
      return posts[0]?.slice('t3_'.length) ?? '';
    },
  });
  const { items } = await instance.api<{ items: Lead[] }>('GET', '/leads', { token });
  const lead = items[0];
  if (!lead) throw new Error('There is no lead');
  await instance.api('POST', `/posts/${lead.posts[0]?.id}/post-to-reddit`, {
    token,
    body: { message: 'Half of it before you order anything.' },
  });
  const written = () => [...reddit.world.things.values()].find(({ author }) => author === 'ann_reddit');
  await expect.poll(() => written() !== undefined).toBe(true);
  await runJob(instance, token, 'reply-watch');
  await signIn(context, token);
  const { problems } = watch(page);

  await page.goto(`${instance.url}/dashboard/leads/${lead.id}`);
  await expect(outbox(page)).toContainText(/first check in \d+ min/);
  const own = written();
  if (!own) throw new Error('Nothing was written');
  own.score = 3;
  reddit.world.comment({ on: fullname(own), author: lead.redditUsername, text: 'Thank you!' });
  reddit.world.get(own.link ?? '').locked = true;
  await lookAfter(token, 12);
  await expect(outbox(page)).toContainText(/3 points/);
  await expect(outbox(page)).toContainText(`1 response: u/${lead.redditUsername}`);
  await expect(outbox(page)).toContainText(/they responded .*thread is locked.*checked just now/);
  await expect(page.getByText('They replied to you in r/freelance')).toBeVisible();
  await expect(page.getByText('contacted → replied')).toBeVisible();
  await settled(page);
  await keep(page, 'answered');

  own.score = 7;
  await lookAfter(token, 20);
  await expect(outbox(page)).toContainText('7 points');
  own.score = 5;
  reddit.world.setGone(fullname(own), 'removed');
  await lookAfter(token, 20);
  await expect(outbox(page).getByText('Removed from the thread')).toBeVisible();
  await expect(page.getByText('Your reply in r/freelance was removed')).toBeVisible();
  await expect(outbox(page).getByRole('img', { name: 'Between 3 and 7 points so far' })).toBeVisible();
  await settled(page);
  await keep(page, 'removed');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await fitsAcross(page)).toBe(true);
  await keep(page, '390');

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: /notification/i }).click();
  await expect(page.getByText(`u/${lead.redditUsername} replied to you in r/freelance`)).toBeVisible();
  await keep(page, 'bell');
  expect(problems).toEqual([]);
});
