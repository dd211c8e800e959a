import { expect, test, type Page } from 'playwright/test';
import type { Lead } from '#shared/leads.ts';
import { seedPeople } from './support/people.ts';
import { violationsOf } from './support/axe.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { fitsAcross, settled, signIn, watch } from './support/page.ts';

let instance: Instance;
let token: string;
let leads: Lead[];

test.beforeAll(async () => {
  instance = await startInstance();
  token = (await instance.register('mara')).token;
  await seedPeople(instance, token);
  leads = (await instance.api<{ items: Lead[] }>('GET', '/leads?limit=25', { token })).items;
});
test.afterAll(() => instance.close());

const leadAt = (index: number): Lead => {
  const lead = leads[index];
  if (!lead) throw new Error(`There is no lead ${index}`);
  return lead;
};
const stageOf = async ({ id }: Lead) => (await instance.api<Lead>('GET', `/leads/${id}`, { token })).stage;
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const cardIn = (page: Page, stage: string, lead: Lead) => column(page, stage).getByRole('link', { name: `Open u/${lead.redditUsername}` });

interface Drop {
  column: string;
  /** Where the card is picked up, and where it is dropped in the column, from the left; shares of their widths. */
  from?: number;
  to?: number;
}

async function drag(page: Page, lead: Lead, { column: name, from = 0.25, to = 0.5 }: Drop): Promise<void> {
  await settled(page);
  const card = await cardIn(page, 'New', lead).boundingBox();
  const target = await column(page, name).boundingBox();
  if (!card || !target) throw new Error('Nothing to drag');
  const start = card.x + from * card.width;
  await page.mouse.move(start, card.y + 30);
  await page.mouse.down();
  await page.mouse.move(start + 30, card.y + 40, { steps: 4 });
  await page.mouse.move(target.x + to * target.width, target.y + target.height / 2, { steps: 12 });
  await page.mouse.up();
}

test('shows all six stages at 1440 px, and at 1280 px, without horizontal scrolling', async ({ browser }) => {
  for (const width of [1440, 1280]) {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    await signIn(context, token);
    const page = await context.newPage();
    await page.goto(`${instance.url}/dashboard/leads?view=board`);
    await settled(page);
    for (const stage of ['New', 'Contacted', 'Replied', 'Qualified', 'Won', 'Lost'])
      await expect(column(page, stage), `${stage} at ${width}`).toBeInViewport({ ratio: 1 });
    await expect(cardIn(page, 'New', leadAt(0))).toBeVisible();
    await context.close();
  }
});

test('moves cards between stages by mouse, keyboard, and menu', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1900, height: 900 } });
  await signIn(context, token);
  const page = await context.newPage();
  const { problems } = watch(page);
  await page.goto(`${instance.url}/dashboard/leads`);
  await page.getByRole('radio', { name: 'Board' }).click();
  await expect(page).toHaveURL(/view=board/);
  const [byMouse, byKeyboard, byMenu] = [leadAt(0), leadAt(1), leadAt(2)];
  for (const [lead, value] of [[byKeyboard, 1200] as const, [byMenu, 300] as const])
    await instance.api('PATCH', `/leads/${lead.id}`, { token, body: { value } });
  const heading = (stage: string) => column(page, stage).getByRole('heading');
  await page.reload();
  await expect(heading('New')).toHaveText('New8 · Value 1,500');

  await drag(page, byMouse, { column: 'Replied' });
  await expect(cardIn(page, 'Replied', byMouse)).toBeVisible();
  await expect.poll(() => stageOf(byMouse)).toBe('replied');

  await page.getByRole('button', { name: `Move u/${byKeyboard.redditUsername} with the arrow keys` }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`u/${byKeyboard.redditUsername} is over New.`)).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(`u/${byKeyboard.redditUsername} is over Contacted.`)).toBeAttached();
  await page.keyboard.press('Space');
  await expect(cardIn(page, 'Contacted', byKeyboard)).toBeVisible();
  await expect.poll(() => stageOf(byKeyboard)).toBe('contacted');

  await page.getByRole('button', { name: `Move u/${byMenu.redditUsername} to a stage` }).click();
  await page.getByRole('menuitem', { name: 'Move to Won' }).click();
  await expect(cardIn(page, 'Won', byMenu)).toBeVisible();
  await expect(heading('Won')).toHaveText('Won1 · Value 300');
  await expect(heading('New')).toHaveText('New5');

  await page.getByRole('button', { name: `Move u/${leadAt(3).redditUsername} with the arrow keys` }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(cardIn(page, 'New', leadAt(3))).toBeVisible();

  await page.reload();
  await settled(page);
  await expect(cardIn(page, 'Won', byMenu)).toBeVisible();
  await expect(cardIn(page, 'Replied', byMouse)).toBeVisible();
  const violations = await violationsOf(page);
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
  for (const width of [1900, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await fitsAcross(page), `${width} px`).toBe(true);
  }
  expect(problems).toEqual([]);
  await context.close();
});

test('drops a card in the column under the pointer, wherever on the card it was picked up', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1900, height: 900 } });
  await signIn(context, token);
  const page = await context.newPage();
  await page.goto(`${instance.url}/dashboard/leads?view=board`);
  const lead = leadAt(4);
  await drag(page, lead, { column: 'Replied', from: 0.05, to: 0.95 });
  await expect(cardIn(page, 'Replied', lead)).toBeVisible();
  await page.getByRole('button', { name: `Move u/${lead.redditUsername} to a stage` }).click();
  await page.getByRole('menuitem', { name: 'Move to New' }).click();
  await expect.poll(() => stageOf(lead)).toBe('new');
  await context.close();
});

test('rolls back a stage that the server refuses, with a message', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1900, height: 900 } });
  await signIn(context, token);
  const page = await context.newPage();
  await page.goto(`${instance.url}/dashboard/leads?view=board`);
  const lead = leadAt(4);
  await page.route('**/api/leads/*', (route) => {
    const refusal = { status: 409, json: { error: 'conflict', message: 'Someone else changed it.', requestId: 'x' } };
    return route.request().method() === 'PATCH' ? route.fulfill(refusal) : route.continue();
  });
  await page.getByRole('button', { name: `Move u/${lead.redditUsername} to a stage` }).click();
  await page.getByRole('menuitem', { name: 'Move to Lost' }).click();
  await expect(cardIn(page, 'New', lead)).toBeVisible();
  await expect(page.getByRole('status').or(page.getByRole('alert')).first()).toBeVisible();
  expect(await stageOf(lead)).toBe('new');
  await context.close();
});

test('dismisses or keeps a lead by swiping on a phone', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await signIn(context, token);
  const page = await context.newPage();
  const touch = await context.newCDPSession(page);
  const swipe = async (by: number) => {
    const at = (x: number) => [{ x, y: 400 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(195) });
    for (let step = 1; step <= 8; step += 1)
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(195 + (by * step) / 8) });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const [kept, dropped] = [leadAt(5), leadAt(6)];
  await page.goto(`${instance.url}/dashboard/leads/${kept.id}`);
  await settled(page);
  await swipe(-40);
  await expect(page).toHaveURL(new RegExp(`/leads/${kept.id}$`));
  await swipe(150);
  await expect(page).toHaveURL(/\/dashboard\/leads$/);
  await expect
    .poll(
      async () =>
        (await instance.api<{ feedback: { verdict: string } | null }>('GET', `/posts/${kept.posts[0]?.id ?? ''}`, { token })).feedback
          ?.verdict,
    )
    .toBe('right');

  await page.goto(`${instance.url}/dashboard/leads/${dropped.id}`);
  await settled(page);
  await swipe(-150);
  await expect(page.getByText('Why dismiss this?')).toBeVisible();
  await context.close();
});

test('keeps a dragged card, feedback, and a reply while the server is gone, and saves them once it is back', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1900, height: 900 } });
  await signIn(context, token);
  const [dragged, rated] = [leadAt(3), leadAt(7)];
  const board = await context.newPage();
  await board.goto(`${instance.url}/dashboard/leads?view=board`);
  await expect(cardIn(board, 'New', dragged)).toBeVisible();
  const reader = await context.newPage();
  await reader.goto(`${instance.url}/dashboard/leads/${rated.id}`);
  await settled(reader);
  const goodMatch = reader.getByRole('button', { name: 'Good match' });
  const reply = reader.getByRole('textbox', { name: 'Your reply' });

  await instance.kill('SIGKILL');
  await drag(board, dragged, { column: 'Replied' });
  await expect(cardIn(board, 'Replied', dragged)).toBeVisible();
  await expect(board.getByText('1 change waits for the network')).toBeVisible();
  await goodMatch.click();
  await expect(reader.getByText('1 change waits for the network')).toBeVisible();
  await reader.keyboard.press('r');
  await reader.keyboard.type('Half of it up front.');

  const { port } = new URL(instance.url);
  instance = await startInstance({ EARSHOT_HTTP__PORT: port }, instance.dataDir);
  await expect(reader.getByText('1 change waits for the network')).toBeHidden();
  await expect(reply).toHaveValue('Half of it up front.');
  await expect(goodMatch).toHaveAttribute('aria-pressed', 'true');
  const postPath = `/posts/${rated.posts[0]?.id ?? ''}`;
  await expect
    .poll(async () => (await instance.api<{ feedback: { verdict: string } | null }>('GET', postPath, { token })).feedback)
    .toMatchObject({ verdict: 'right' });
  await expect.poll(() => stageOf(dragged)).toBe('replied');
  await expect(cardIn(board, 'Replied', dragged)).toBeVisible();
  await context.close();
});
