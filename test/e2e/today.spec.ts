import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { connect as connectDatabase } from '#core/platform/db/connect.ts';
import type { Lead } from '#shared/leads.ts';
import { startFakeReddit } from '#test/support/fakes/reddit/server.ts';
import { seedPeople } from './support/people.ts';
import { connectReddit, redditEnvironment } from './support/reddit.ts';
import { startInstance, type Instance } from './support/instance.ts';
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

/** As if the user had replied to this lead yesterday, and the lead had responded. */
async function answerFrom(lead: Lead, { userId, comment }: { userId: string; comment: string }): Promise<void> {
  const db = connectDatabase(join(instance.dataDir, 'earshot.db'));
  const yesterday = Date.now() - 86_400_000;
  const user_id = Number(userId);
  const row = { user_id, account: 'ann_reddit', subreddit: 'freelance', text: 'We make one.', text_hash: 'x', state: 'sent', due_at: 0 };
  const post = { post_id: Number(lead.posts[0]?.id), parent_fullname: 't3_x' };
  try {
    const [sent] = await db('outbox')
      .insert({ ...row, ...post, created_at: yesterday, sent_at: yesterday, tried_at: yesterday })
      .returning('id');
    const answer = { fullname: comment, author: lead.redditUsername, body: 'Does it take **deposits**? I need half in advance.' };
    const times = { created_at: Date.now() - 1_200_000, found_at: Date.now() - 600_000, checked_at: Date.now() };
    await db('reply_answers').insert({ ...answer, ...times, outbox_id: Number(sent?.id), user_id });
    await db('leads')
      .where({ id: Number(lead.id) })
      .update({ stage: 'replied', contacted_at: yesterday });
  } finally {
    await db.destroy();
  }
}

test('leads through the day by keyboard: answers, follow-ups, new leads, done', async ({ page, context }) => {
  const { token, user } = await instance.register('ada');
  await connectReddit(instance, token);
  await seedPeople(instance, token, {
    count: 5,
    idOf: ({ author, title, selftext }) => reddit.world.post({ subreddit: 'freelance', author, title, text: selftext }).slice('t3_'.length),
  });
  const { items } = await instance.api<{ items: Lead[] }>('GET', '/leads?sort=-confidence', { token });
  const [first, second, third, fourth, fifth] = items;
  if (!first || !second || !third || !fourth || !fifth) throw new Error('There are too few leads');
  const post = [...reddit.world.things].find(([, { author }]) => author === fourth.redditUsername)?.[0] ?? '';
  await answerFrom(fourth, { userId: user.id, comment: reddit.world.comment({ on: post, author: fourth.redditUsername }) });
  const dueAt = new Date(Date.now() - 3_600_000).toISOString();
  await instance.api('POST', `/leads/${fifth.id}/follow-ups`, { token, body: { dueAt, note: 'Ask whether the season has started' } });
  await signIn(context, token);
  const { problems } = watch(page);

  await page.goto(`${instance.url}/dashboard`);
  await settled(page);
  const stack = page.getByRole('region', { name: 'Today', exact: true });
  const progress = page.getByRole('status').filter({ hasText: ' of ' });
  const open = stack.locator('[aria-current]');
  await expect(stack.getByRole('list')).toHaveAccessibleName('5 leads');
  await expect(progress).toHaveText('0 of 5');
  await expect(open).toContainText(fourth.posts[0]?.title ?? '-');
  const answers = page.getByRole('region', { name: 'Answered you' });
  await expect(answers).toContainText('Does it take deposits?');
  for (const [name, width, height] of [
    ['wide', 1440, 900],
    ['laptop', 1280, 720],
    ['phone', 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await settled(page);
    await keepScreen(page, `today-${name}`);
    expect(await fitsAcross(page), name).toBe(true);
  }
  await open.or(stack.getByRole('link')).first().click();
  await settled(page);
  await expect(answers).toBeVisible();
  await keepScreen(page, 'today-phone-reader');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await settled(page);

  // The reply goes below the answer, in place.
  await page.keyboard.press('r');
  await expect(page.locator('textarea:focus')).toBeVisible();
  await page.keyboard.type('It does: any share, before or after the work.');
  await page.keyboard.press('Control+Enter');
  await expect(progress).toHaveText('1 of 5');
  await expect(open).toContainText(fifth.posts[0]?.title ?? '-');
  await expect(page.getByText('Ask whether the season has started').last()).toBeVisible();
  await keepScreen(page, 'today-follow-up');
  await page.keyboard.press('e');
  await expect(progress).toHaveText('2 of 5');
  await expect(open).toContainText(first.posts[0]?.title ?? '-');
  await page.keyboard.press('j');
  await expect(open).toContainText(second.posts[0]?.title ?? '-');

  // Another tab dismisses the open one: the next one takes its place.
  await instance.api('POST', '/posts/bulk', { token, body: { ids: second.posts.map(({ id }) => id), action: 'dismiss' } });
  await expect(progress).toHaveText('3 of 5');
  await expect(open).toContainText(first.posts[0]?.title ?? '-');
  await page.keyboard.press('h');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(progress).toHaveText('4 of 5');
  await expect(open).toContainText(third.posts[0]?.title ?? '-');
  await page.keyboard.press('x');
  await page.keyboard.press('1');
  await expect(page.getByRole('heading', { name: /^You're done/ })).toBeVisible();
  await expect(page.getByText('Today: 1 replied to, 1 followed up or snoozed, 3 dismissed or archived.')).toBeVisible();
  await keepScreen(page, 'today-done');
  await page.keyboard.press('u');
  await expect(progress).toHaveText('4 of 5');
  const sent = () => [...reddit.world.things.values()].find(({ author }) => author === 'ann_reddit');
  await expect.poll(() => sent()?.parent).toMatch(/^t1_/);
  expect(problems).toEqual([]);
});
