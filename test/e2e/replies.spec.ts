import { streamsNamed } from '#shared/streams.ts';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test, type BrowserContext, type Page } from 'playwright/test';
import type { Campaign } from '#shared/campaigns.ts';
import type { Lead } from '#shared/leads.ts';
import { holdMs, undoGraceMs } from '#shared/outbox.ts';
import { startFakeReddit } from '#test/support/fakes/reddit/server.ts';
import { runJob, ownAddress, startInstance, type Instance } from './support/instance.ts';
import { seedPeople, type Person } from './support/people.ts';
import { connectReddit, redditEnvironment } from './support/reddit.ts';
import { signIn, watch, type Watch } from './support/page.ts';
import { openReply } from './support/reply.ts';
import { nextWeek } from './support/weeks.ts';

let reddit: Awaited<ReturnType<typeof startFakeReddit>>;
let instance: Instance;
let admin: string;

test.beforeAll(async () => {
  reddit = await startFakeReddit();
  instance = await startInstance({
    ...(await ownAddress()),
    EARSHOT_REDDIT__SOURCE: 'api',
    ...redditEnvironment(reddit),
  });
  admin = (await instance.register('root')).token;
});
test.afterAll(async () => {
  await instance.close();
  await reddit.close();
});

/** An account's posts and comments on the fake Reddit. */
const writtenBy = (name: string) => [...reddit.world.things.values()].filter(({ author, kind }) => author === name && kind === 't1');

async function connect(token: string, account: string): Promise<void> {
  reddit.members.habits.who = account;
  await connectReddit(instance, token);
}

/** A user who may post as `account`, with leads whose posts exist on the fake Reddit. */
async function arrive(context: BrowserContext, page: Page, account: string): Promise<Watch & { leads: Lead[]; token: string }> {
  const { token } = await instance.register(account);
  await connect(token, account);
  const idOf = ({ author, title, selftext }: Person) =>
    reddit.world.post({ subreddit: 'freelance', author, title, text: selftext }).slice('t3_'.length);
  await seedPeople(instance, token, { count: 2, idOf });
  await signIn(context, token);
  const { items } = await instance.api<{ items: Lead[] }>('GET', '/leads', { token });
  return { ...watch(page), leads: items, token };
}

function changeDatabase(...changes: string[]): void {
  const file = new DatabaseSync(join(instance.dataDir, 'earshot.db'), { timeout: 20_000 });
  for (const change of changes) file.exec(change);
  file.close();
}

/** Lets minutes pass for replies on Reddit, without waiting. */
const letPass = (minutes: number) =>
  changeDatabase(
    `UPDATE outbox SET sent_at = sent_at - ${minutes * 60_000} WHERE state = 'sent'`,
    `UPDATE reply_watches SET next_at = next_at - ${minutes * 60_000}`,
  );

/** Posts what can still be undone, without waiting. */
async function endHold(): Promise<void> {
  changeDatabase(`UPDATE outbox SET due_at = due_at - ${holdMs + undoGraceMs} WHERE state = 'queued'`);
  await runJob(instance, admin, 'outbox');
}

const advice = 'Ask for the deposit in the quote itself, half of it before you order anything.';
/** Something that the user wrote before and that fits one of the posts. */
const deposits = 'Any invoicing software that takes deposits will do. I sell one, and ask for half of the money before I order anything.';
const outbox = (page: Page) => page.getByRole('list', { name: 'Your replies here' });

test('connects, searches, saves, checks the rules, asks for posting permission, posts, and tracks a reply', async ({ context, page }) => {
  reddit.world.community('freelance', { rules: ['Be kind', 'No links in comments'], subscribers: 412_000 });
  const title = 'Looking for invoicing software that takes deposits';
  reddit.world.post({ subreddit: 'freelance', title, text: 'We would pay for a tool today. What do you recommend?', author: 'buyer' });
  const { token } = await instance.register('mara');
  const body = {
    name: 'Paperboat',
    offering: 'Invoicing software for freelancers',
    websiteUrl: 'https://paperboat.example',
    // Not r/freelance: the campaign's own run would save the post before the search does.
    streams: streamsNamed('subreddit', ['smallbusiness']),
    status: 'active',
  };
  await instance.api<Campaign>('POST', '/campaigns', { token, body });
  await signIn(context, token);
  const { problems } = watch(page);

  await page.goto(`${instance.url}/dashboard/settings?tab=reddit`);
  await page.getByRole('button', { name: 'Connect Reddit' }).click();
  await expect(page).toHaveURL(/\/dashboard\/settings\?tab=reddit/);
  await expect(page.getByText('u/ann_reddit')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Allow posting' })).toBeVisible();

  await page.goto(`${instance.url}/dashboard/search`);
  await page.getByRole('searchbox', { name: 'Search terms' }).fill('invoicing');
  await page.getByLabel('Score for').selectOption({ label: 'Paperboat' });
  await page.keyboard.press('Tab');
  await page.getByRole('searchbox', { name: 'Search terms' }).press('Enter');
  await expect(page).toHaveURL(/q=invoicing/);
  await expect(page.getByRole('list', { name: 'Search results' })).toContainText(title);
  await page.getByRole('button', { name: `Save “${title}” to the campaign` }).click();
  await expect(page.getByText('Saved to Paperboat')).toBeVisible();
  await page.getByRole('link', { name: `Open “${title}”` }).click();

  const answer = await openReply(page);
  await answer.fill('Ask for the deposit in the quote itself: see https://example.org/deposits for the wording that worked for us.');
  await page.getByRole('button', { name: /^2 warnings: r\/freelance rule 2/ }).click();
  const check = page.getByRole('dialog', { name: 'Before you send' });
  await expect(check).toContainText('r/freelance rule 2: No links in comments. Your reply has a link');
  await expect(check).toContainText('The thread is open');
  await check.getByRole('button', { name: 'All 2 rules of r/freelance' }).click();
  await expect(page.getByRole('dialog', { name: 'Rules of r/freelance' })).toContainText('Be kind');
  await page.getByRole('dialog', { name: 'Rules of r/freelance' }).getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('Escape');

  // Nothing is posted before the user allows it on Reddit, and the text survives the redirect.
  expect(writtenBy('ann_reddit')).toEqual([]);
  await page.getByRole('button', { name: 'Allow posting' }).click();
  await page.getByRole('button', { name: 'Post to Reddit' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Post it anyway?' });
  await expect(asked).toContainText('Your reply has a link');
  expect(writtenBy('ann_reddit')).toEqual([]);
  await asked.getByRole('button', { name: 'Post to Reddit' }).click();
  await expect(outbox(page).getByText(/^Posting in \d+ s$/)).toBeVisible();
  expect(writtenBy('ann_reddit')).toEqual([]);
  await endHold();
  await expect(outbox(page).getByText('Posted')).toBeVisible();
  await expect(outbox(page).getByText('as u/ann_reddit')).toBeVisible();
  await expect(outbox(page).getByRole('link', { name: 'View on Reddit' })).toHaveAttribute('href', /\/r\/freelance\/comments\//);
  await expect(answer).toHaveValue('');
  const [posted, ...more] = writtenBy('ann_reddit');
  expect(posted?.text).toContain('https://example.org/deposits');
  expect(more).toEqual([]);

  // Tracking: the asker replies, and a quarter of an hour later Earshot has checked.
  reddit.world.comment({ on: `t1_${posted?.id}`, text: 'Thank you, that wording is what I needed.', author: 'buyer' });
  letPass(15);
  await runJob(instance, admin, 'reply-watch');
  await expect(outbox(page).getByText('1 response: u/buyer')).toBeVisible();
  await expect(outbox(page).getByText(/^they responded/)).toBeVisible();
  expect(problems).toEqual([]);
});

const windows = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];

test('keeps the buttons of the reply in the window, however long the draft', async ({ context, page }) => {
  const { leads, problems, token } = await arrive(context, page, 'tidy');
  await instance.api('PUT', '/voice', { token, body: { samples: [deposits] } });
  const lead = leads.find(({ posts: [post] }) => post?.title.includes('deposits'));
  for (const size of windows) {
    await page.setViewportSize(size);
    await page.goto(`${instance.url}/dashboard/leads/${lead?.id}`);
    const post = page.getByRole('button', { name: 'Post to Reddit' });
    await expect(post.or(page.getByRole('button', { name: 'Write a reply' }))).toBeVisible();
    if (!(await post.isVisible())) await openReply(page);
    await expect(page.getByRole('group', { name: 'Drafts' })).toBeVisible();
    const text = page.getByRole('textbox', { name: 'Your reply' });
    await text.fill(`${advice}\n`.repeat(60));
    for (const name of ['Copy', 'Post to Reddit', 'Schedule…'])
      await expect(page.getByRole('button', { name, exact: true }), `${name} at ${size.width}`).toBeInViewport({ ratio: 1 });
    expect(await text.evaluate((field) => field.scrollHeight > field.clientHeight + 100)).toBe(true);
    expect(await text.evaluate((field) => field.clientHeight)).toBeGreaterThan(70);
  }
  expect(problems).toEqual([]);
});

test('posts an own text that fits, taken with Tab, with Ctrl+Enter after the same check as the button', async ({ context, page }) => {
  const { leads, problems, token } = await arrive(context, page, 'quick');
  await instance.api('PUT', '/voice', { token, body: { samples: [deposits] } });
  await page.goto(`${instance.url}/dashboard/leads/${leads.find(({ posts }) => posts[0]?.title.includes('deposits'))?.id}`);
  await expect(page.getByRole('button', { name: /^Write a reply Draft: / })).toContainText('Any invoicing software');
  await page.keyboard.press('r');
  const answer = page.getByRole('textbox', { name: 'Your reply' });
  await expect(answer).toHaveAttribute('placeholder', deposits);
  await expect(answer).toHaveAccessibleDescription(/Tab uses this draft, Esc hides it/);
  await answer.press('Control+Enter');
  await answer.press('Escape');
  await expect(answer).toHaveAttribute('placeholder', /^Write your reply/);
  await answer.press('Tab');
  await expect(answer).not.toBeFocused();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Write a reply Draft: / })).toBeVisible();
  await page.keyboard.press('r');
  await expect(answer).toHaveAttribute('placeholder', deposits);
  await answer.press('Tab');
  await expect(answer).toHaveValue(deposits);
  await answer.press('End');
  await answer.pressSequentially(' [your name]');
  await answer.press('Control+Enter');
  await expect(page.getByText('Fill in or delete [your name]', { exact: false }).last()).toBeVisible();
  expect(writtenBy('quick')).toEqual([]);
  for (const _ of ' [your name]') await answer.press('Backspace');
  await answer.press('Control+Enter');
  await expect(outbox(page).getByText(/^Posting in \d+ s$/)).toBeVisible();
  await endHold();
  await expect(outbox(page).getByText('Posted')).toBeVisible();
  await expect(answer).toHaveValue('');
  expect(writtenBy('quick').map(({ text }) => text)).toEqual([deposits]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.goto(`${instance.url}/dashboard/leads`);
  await page.getByRole('region', { name: 'Leads' }).getByRole('listitem').first().waitFor();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Post the reply')).toBeVisible();
  expect(problems).toEqual([]);
});

const refusals = [
  {
    code: 'RATELIMIT',
    said: 'Take a break for 9 minutes.',
    state: 'Waiting to be posted',
    message: 'Reddit asked your account to wait.',
    back: 'Undo',
  },
  {
    code: 'THREAD_LOCKED',
    said: 'Comments are locked.',
    state: 'Not posted',
    message: 'The moderators locked this thread',
    back: 'Edit again',
  },
];
for (const { code, said, state, message, back } of refusals)
  test(`explains a refusal by ${code}, posts nothing, and gives the text back`, async ({ context, page }) => {
    const account = code.toLowerCase();
    const { leads, problems } = await arrive(context, page, account);
    reddit.members.refusals.push([[code, said, null]]);
    await page.goto(`${instance.url}/dashboard/leads/${leads[0]?.id}`);
    const answer = await openReply(page);
    await answer.fill(advice);
    await page.getByRole('button', { name: 'Post to Reddit' }).click();
    await expect(outbox(page).getByText(/^Posting in \d+ s$/)).toBeVisible();
    await endHold();
    await expect(outbox(page).getByText(state)).toBeVisible();
    await expect(outbox(page).getByText(message)).toBeVisible();
    await answer.fill('Meanwhile');
    await outbox(page).getByRole('button', { name: back }).click();
    await expect(answer).toHaveValue(`${advice}\n\nMeanwhile`);
    await expect(outbox(page).getByText('Not posted')).toBeVisible();
    expect(writtenBy(account)).toEqual([]);
    expect(problems).toEqual([]);
  });

test('posts a reply once whose answer was lost on the way, and keeps the text of one that never left', async ({ context, page }) => {
  const { leads, problems } = await arrive(context, page, 'una_reddit');
  const [first, second] = leads;
  const send = /\/api\/posts\/\d+\/post-to-reddit$/;
  await page.goto(`${instance.url}/dashboard/leads?lead=${first?.id ?? ''}`);
  const answer = await openReply(page);
  await answer.fill(advice);
  await page.route(send, async (route) => (await route.fetch(), route.abort('internetdisconnected')), { times: 1 });
  await page.getByRole('button', { name: 'Post to Reddit' }).click();
  await expect(outbox(page).getByText(/^Posting in \d+ s$/)).toBeVisible();
  await page.getByRole('button', { name: 'Post to Reddit' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Post it anyway?' });
  await expect(asked).toContainText('One of your replies is waiting to be posted here');
  await asked.getByRole('button', { name: 'Post to Reddit' }).click();
  await expect(asked).toContainText("You've already sent this reply");
  await asked.getByRole('button', { name: 'Back to editing' }).click();
  await expect(answer).toHaveValue(advice);
  await endHold();
  await expect.poll(() => writtenBy('una_reddit').length).toBe(1);

  await page.goto(`${instance.url}/dashboard/leads?lead=${second?.id ?? ''}`);
  await openReply(page);
  await answer.fill(deposits);
  await page.route(/\/api\//, (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Post to Reddit' }).click();
  await expect(page.getByText("You're offline, so the reply isn't sent. Your text stays here.")).toBeVisible();
  await expect(answer).toHaveValue(deposits);
  await page.unroute(/\/api\//);
  expect(writtenBy('una_reddit')).toHaveLength(1);
  expect(problems.filter((line) => !/ERR_INTERNET_DISCONNECTED|status of 4\d\d/.test(line))).toEqual([]);
});

test('cancels a scheduled reply, and holds another when its account is disconnected', async ({ context, page }) => {
  const { leads, problems } = await arrive(context, page, 'later');
  for (const { id } of leads) {
    await page.goto(`${instance.url}/dashboard/leads/${id}`);
    await (await openReply(page)).fill(`${advice} Number ${id}.`);
    await page.getByRole('button', { name: 'Schedule…' }).click();
    await page.getByLabel('When').fill(`${nextWeek(3)}T10:00`);
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule reply' }).click();
    await expect(outbox(page).getByText('Waiting to be posted')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Schedule', exact: true }).click();
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page).toHaveURL(/week=/);
  await page.getByRole('radio', { name: 'List' }).click();
  const planned = page.getByRole('listitem').filter({ hasText: advice });
  await expect(planned).toHaveCount(2);
  await planned.first().getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Cancel reply' }).click();
  await expect(planned).toHaveCount(1);

  await page.goto(`${instance.url}/dashboard/settings?tab=reddit`);
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Account disconnected.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect Reddit' })).toBeVisible();
  await page.goto(`${instance.url}/dashboard/schedule?view=list&week=${nextWeek(1)}`);
  await expect(planned.getByText(/^The Reddit account that would send it was disconnected\./)).toBeVisible();
  expect(writtenBy('later')).toEqual([]);
  expect(problems).toEqual([]);
});

test('replies from the account that is chosen, and says so in the settings', async ({ context, page }) => {
  const { leads, token, problems } = await arrive(context, page, 'first_account');
  await connect(token, 'second_account');
  await page.goto(`${instance.url}/dashboard/leads/${leads[0]?.id}`);
  await (await openReply(page)).fill(advice);
  await page.getByRole('button', { name: 'as u/first_account' }).click();
  await page.getByRole('menuitemradio', { name: 'u/second_account' }).click();
  await expect(page.getByRole('button', { name: 'as u/second_account' })).toBeVisible();
  await page.getByRole('button', { name: 'Post to Reddit' }).click();
  await expect(outbox(page).getByText('Posting in 10 seconds')).toBeAttached();
  await endHold();
  await expect.poll(() => writtenBy('second_account').length).toBe(1);
  expect(writtenBy('first_account')).toEqual([]);
  await page.goto(`${instance.url}/dashboard/settings?tab=reddit`);
  const second = page.getByRole('listitem').filter({ hasText: 'u/second_account' });
  await expect(second).toContainText('1 of 20');
  await second.getByRole('button', { name: 'Actions for u/second_account' }).click();
  await page.getByRole('menuitem', { name: 'Make default' }).click();
  await expect(second).toContainText('Default');
  expect(problems).toEqual([]);
});

test('reports a connection revoked by Reddit once, and reconnects in settings', async ({ context, page }) => {
  reddit.members.habits.who = 'ended';
  const { token } = await instance.register('ended');
  await signIn(context, token);
  await page.goto(`${instance.url}/dashboard/settings?tab=reddit`);
  await page.getByRole('button', { name: 'Connect Reddit' }).click();
  await expect(page.getByText('u/ended')).toBeVisible();
  reddit.members.removeApp();
  await page.getByRole('button', { name: 'Check connection' }).click();
  await expect(page.getByRole('note').filter({ hasText: 'no longer accepts this connection' })).toBeVisible();
  await page.getByRole('button', { name: 'Reconnect Reddit' }).click();
  await expect(page).toHaveURL(/\/dashboard\/settings\?tab=reddit/);
  await expect(page.getByRole('button', { name: 'Check connection' })).toBeVisible();
  await expect(page.getByRole('note').filter({ hasText: 'no longer accepts this connection' })).toBeHidden();
});
