import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Browser, type BrowserContext, expect, type Page, test } from 'playwright/test';
import type { AuthResult } from '#shared/auth.ts';
import type { Lead } from '#shared/leads.ts';
import { holdMs, undoGraceMs } from '#shared/outbox.ts';
import { startFakeReddit } from '#test/support/fakes/reddit/server.ts';
import { faultsOf } from './support/axe.ts';
import { type Instance, runJob, ownAddress, startInstance } from './support/instance.ts';
import { fitsAcross, settled, signIn, watch } from './support/page.ts';
import { type Person, seedPeople } from './support/people.ts';
import { connectReddit, redditEnvironment } from './support/reddit.ts';
import { openReply } from './support/reply.ts';

let reddit: Awaited<ReturnType<typeof startFakeReddit>>;
let instance: Instance;
let root: AuthResult;
test.beforeAll(async () => {
  reddit = await startFakeReddit();
  instance = await startInstance({
    ...(await ownAddress()),
    EARSHOT_REDDIT__SOURCE: 'api',
    ...redditEnvironment(reddit),
  });
  root = await instance.register('root');
});
test.afterAll(async () => {
  await instance.close();
  await reddit.close();
});

interface Guest {
  context: BrowserContext;
  page: Page;
  problems: string[];
}
async function enter(browser: Browser, { token }: AuthResult): Promise<Guest> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signIn(context, token);
  const page = await context.newPage();
  return { context, page, problems: watch(page).problems };
}

/** Makes the second person a member of the first one's workspace. */
async function addMember(owner: AuthResult, person: AuthResult, role: 'member' | 'admin' | 'viewer'): Promise<void> {
  const path = `/workspaces/${owner.user.id}/invitations`;
  const { link } = await instance.api<{ link: string }>('POST', path, { token: owner.token, body: { role } });
  await instance.api('POST', `/workspaces/invitations/${link.split('/').at(-1)}/accept`, { token: person.token });
}

async function connect({ token }: AuthResult, account: string): Promise<void> {
  reddit.members.habits.who = account;
  await connectReddit(instance, token);
}

const toPeople = (page: Page) => page.goto(`${instance.url}/dashboard/settings?tab=people`);
const outbox = (page: Page) => page.getByRole('list', { name: 'Your replies here' });

test("lets the owner approve a member's reply, whom they see writing, and says who sent and who approved it", async ({ browser }) => {
  const [ada, ben] = [await instance.register('ada'), await instance.register('ben')];
  await connect(ada, 'ada_reddit');
  const idOf = ({ author, title, selftext }: Person) =>
    reddit.world.post({ subreddit: 'freelance', author, title, text: selftext }).slice('t3_'.length);
  await seedPeople(instance, ada.token, { count: 2, idOf });
  await addMember(ada, ben, 'member');
  await connect(ben, 'ben_reddit');
  const { items } = await instance.api<{ items: Lead[] }>('GET', '/leads', { token: ada.token });
  const path = `/dashboard/leads?view=all&lead=${items[0]?.id ?? ''}`;
  const [adas, bens] = [await enter(browser, ada), await enter(browser, ben)];

  await toPeople(adas.page);
  await settled(adas.page);
  await adas.page.getByRole('switch', { name: 'Replies need approval' }).check();
  await expect
    .poll(async () => (await instance.api<AuthResult['user']>('GET', '/auth/me', { token: ada.token })).workspace.approvesReplies)
    .toBe(true);
  await settled(adas.page);
  expect(await faultsOf(adas.page)).toEqual([]);

  await adas.page.goto(instance.url + path);
  await bens.page.goto(instance.url + path);
  const answer = await openReply(bens.page);
  await answer.fill('Ask for half of it before you order anything.');
  await expect(adas.page.getByText('ben is replying')).toBeVisible();
  await expect(bens.page.getByText('is replying')).toHaveCount(0);
  await bens.page.getByRole('button', { name: 'Post to Reddit' }).click();
  const anyway = bens.page.getByRole('alertdialog', { name: 'Post it anyway?' });
  await anyway.or(bens.page.getByText('Sent for approval')).first().waitFor();
  if (await anyway.isVisible()) await anyway.getByRole('button', { name: 'Post to Reddit' }).click();
  await expect(bens.page.getByText('Sent for approval')).toBeVisible();
  await expect(adas.page.getByText('ben is replying')).toHaveCount(0);

  await adas.page.goto(`${instance.url}/dashboard/leads/${items[0]?.id ?? ''}`);
  const notes = adas.page.getByRole('textbox', { name: 'Notes' });
  await notes.pressSequentially('Over to @');
  const people = adas.page.getByRole('listbox', { name: 'Mention somebody' });
  await expect(people.getByRole('option', { name: 'ben', exact: true })).toHaveAttribute('aria-selected', 'true');
  expect(await faultsOf(adas.page)).toEqual([]);
  await notes.press('Enter');
  await expect(notes).toHaveValue('Over to @ben ');
  await expect(people).toHaveCount(0);
  await notes.blur();
  await bens.page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(bens.page.getByText('ada mentioned you in a note')).toBeVisible();
  await bens.page.keyboard.press('Escape');

  await adas.page.goto(`${instance.url}/dashboard/schedule`);
  const waiting = adas.page.getByRole('list', { name: 'For approval' });
  await expect(waiting.getByRole('listitem')).toHaveCount(1);
  await settled(adas.page);
  expect(await faultsOf(adas.page)).toEqual([]);
  await adas.page.setViewportSize({ width: 390, height: 844 });
  expect(await fitsAcross(adas.page)).toBe(true);
  await adas.page.setViewportSize({ width: 1440, height: 900 });
  await waiting.getByRole('button', { name: 'Send back' }).click();
  await adas.page.getByRole('alertdialog').getByRole('textbox').fill('Say that it is yours');
  await adas.page.getByRole('alertdialog').getByRole('button', { name: 'Send back' }).click();
  await expect(waiting).toContainText('ada: Say that it is yours');

  await bens.page.goto(instance.url + path);
  await expect(outbox(bens.page)).toContainText('Sent back');
  await expect(outbox(bens.page)).toContainText('ada: Say that it is yours');
  await outbox(bens.page).getByRole('button', { name: 'Undo' }).click();
  await expect(bens.page.getByRole('textbox', { name: 'Your reply' })).toHaveValue('Ask for half of it before you order anything.');
  await bens.page.getByRole('button', { name: 'Post to Reddit' }).click();
  await anyway.or(bens.page.getByText('Sent for approval')).first().waitFor();
  if (await anyway.isVisible()) await anyway.getByRole('button', { name: 'Post to Reddit' }).click();

  await expect(waiting.getByRole('button', { name: 'Approve' })).toBeVisible();
  await waiting.getByRole('button', { name: 'Approve' }).click();
  const dialog = adas.page.getByRole('alertdialog', { name: 'Approve the reply of ben?' });
  await dialog.getByRole('textbox').fill('Ask for half of it before you order anything. I make such a tool.');
  await dialog.getByRole('button', { name: 'Change and approve' }).click();
  await expect(adas.page.getByText('Reply approved')).toBeVisible();
  await expect(waiting).toHaveCount(0);
  const file = new DatabaseSync(join(instance.dataDir, 'earshot.db'), { timeout: 20_000 });
  file.exec(`UPDATE outbox SET due_at = due_at - ${holdMs + undoGraceMs} WHERE state = 'queued'`);
  file.close();
  await runJob(instance, root.token, 'outbox');
  await adas.page.goto(instance.url + path);
  await expect(outbox(adas.page)).toContainText('Sent by ben');
  await expect(outbox(adas.page)).toContainText('approved by ada');
  const posted = [...reddit.world.things.values()].filter(({ kind, author }) => kind === 't1' && author === 'ben_reddit');
  expect(posted.map((thing) => thing.text)).toEqual(['Ask for half of it before you order anything. I make such a tool.']);
  for (const { problems, context } of [adas, bens]) {
    expect(problems).toEqual([]);
    await context.close();
  }
});

test('renames a workspace, changes a role, revokes an invitation, and lets a member leave', async ({ browser }) => {
  const [olga, pia] = [await instance.register('olga'), await instance.register('pia')];
  await addMember(olga, pia, 'viewer');
  const [olgas, pias] = [await enter(browser, olga), await enter(browser, pia)];
  await pias.page.goto(`${instance.url}/dashboard`);
  await toPeople(olgas.page);
  await olgas.page.getByLabel('Name', { exact: true }).fill('Studio Nord');
  await olgas.page.getByRole('button', { name: 'Save name' }).click();
  await expect(olgas.page.getByText('Name saved')).toBeVisible();
  await expect(pias.page.getByRole('button', { name: /Switch workspace/ })).toContainText('Studio Nord');

  await olgas.page.getByRole('button', { name: 'Create link' }).click();
  const link =
    (await olgas.page
      .getByRole('note')
      .getByText(/\/invitation\//)
      .textContent()) ?? '';
  await olgas.page.getByRole('button', { name: /^Revoke invitation/ }).click();
  await expect(olgas.page.getByText('Invitation revoked')).toBeVisible();
  await expect(olgas.page.getByRole('button', { name: /^Revoke invitation/ })).toHaveCount(0);
  const stranger = await browser.newPage();
  await stranger.goto(link);
  await expect(stranger.getByText('It has expired, was already used, or was revoked.')).toBeVisible();
  await stranger.close();

  await toPeople(pias.page);
  await expect(pias.page.getByText('You can read this workspace.').first()).toBeVisible();
  await settled(pias.page);
  await olgas.page.getByRole('combobox', { name: 'Role of pia' }).selectOption('admin');
  await expect(pias.page.getByRole('button', { name: 'Create link' }), 'without a reload').toBeVisible();
  await pias.page.getByRole('button', { name: 'Leave workspace' }).click();
  await pias.page.getByRole('alertdialog', { name: 'Leave Studio Nord?' }).getByRole('button', { name: 'Leave workspace' }).click();
  await expect(pias.page.getByText('You left Studio Nord. This is your own workspace.')).toBeVisible();
  await expect(olgas.page.getByText('You work alone here.')).toBeVisible();
  expect(olgas.problems).toEqual([]);
  // Between her leaving and the page of her own workspace, what she has open is refused.
  expect(pias.problems.filter((line) => !/status of (?:404|409) /.test(line))).toEqual([]);
  for (const { context } of [olgas, pias]) await context.close();
});
