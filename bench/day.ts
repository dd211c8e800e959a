// A day by keys alone: from the login to the first reply on Reddit, ten leads, and from an empty database to the first reply. Reddit,
// a model, and Stack Exchange are stand-ins on loopback.
import type { Browser, Page } from 'playwright';
import { startFakeOllama } from '#test/support/fakes/ollama/server.ts';
import { startFakeReddit } from '#test/support/fakes/reddit/server.ts';
import { itemsIn, sensibleAnswer } from '../test/ai/support/responders.ts';
import { startWithSites } from '../test/e2e/support/fake-sites.ts';
import { type Instance, ownAddress, password, runJob, startInstance } from '../test/e2e/support/instance.ts';
import { addBuyers, people, seedPeople } from '../test/e2e/support/people.ts';
import { connectReddit, redditEnvironment } from '../test/e2e/support/reddit.ts';
import type { Figure } from './generated-data.ts';

type Reddit = Awaited<ReturnType<typeof startFakeReddit>>;

const leads = 10;
const drafts = [
  'Take the deposit with the quote, half of it before you order anything.',
  'Send the reminder on day 3.',
  'How many a month?',
];
const first = 'Dig down at the corner first, and look for where the water comes in.';

/** Somebody at the keyboard, who waits for what the page shows. Presses count, text doesn't. */
function sitDown(page: Page) {
  const began = performance.now();
  let presses = 0;
  return {
    page,
    async press(...keys: string[]) {
      for (const key of keys) {
        presses += 1;
        await page.keyboard.press(key);
      }
    },
    type: (text: string) => page.keyboard.insertText(text),
    figure: (figure: string, { atMost, note }: { atMost: number; note: string }): Figure => ({
      figure,
      ours: `${String(presses)} key presses, ${((performance.now() - began) / 1000).toFixed(1)} s`,
      yardstick: note,
      ratio: (presses / atMost).toFixed(2),
      target: `≤ ${String(atMost)} key presses`,
    }),
  };
}
type Keys = ReturnType<typeof sitDown>;

async function open(browser: Browser, url: string, field: string): Promise<Keys> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    permissions: ['clipboard-write'],
  });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel(field).and(page.locator(':focus')).waitFor();
  return sitDown(page);
}

async function until(holds: () => boolean): Promise<void> {
  for (const began = performance.now(); !holds(); await new Promise((resolve) => setTimeout(resolve, 50)))
    if (performance.now() - began > 120_000) throw new Error('Waited two minutes in vain');
}

/** An account with ten leads, for which the model has written ahead, and which knows the guide. */
async function fillDay(instance: Instance, reddit: Reddit): Promise<void> {
  const { token } = await instance.register('mara');
  await connectReddit(instance, token);
  const campaign = await seedPeople(instance, token, {
    idOf: ({ author, title, selftext }) => reddit.world.post({ subreddit: 'freelance', author, title, text: selftext }).slice('t3_'.length),
  });
  await addBuyers(instance, token, { campaign, from: people.length, to: leads });
  await instance.api('PATCH', '/auth/profile', { token, body: { settings: { guideCompleted: true } } });
  await runJob(instance, token, 'drafts');
}

const isDone = ({ page }: Keys, count: number): Promise<void> =>
  page.getByText(`${String(count)} of ${String(leads)}`, { exact: true }).waitFor();

async function replyFirst(keys: Keys): Promise<Figure> {
  await keys.type('mara@example.com');
  await keys.press('Tab');
  await keys.type(password);
  await keys.press('Enter');
  await isDone(keys, 0);
  await keys.page.getByRole('button', { name: /^Write a reply Draft: / }).waitFor();
  await keys.press('1');
  await keys.page.getByRole('button', { name: 'Post to Reddit', disabled: false }).waitFor();
  await keys.press('Control+Enter');
  await isDone(keys, 1);
  return keys.figure('login to the first reply', { atMost: 6, note: 'the model wrote ahead' });
}

async function finishDay(keys: Keys): Promise<Figure> {
  await keys.press('x', '1');
  await isDone(keys, 2);
  await keys.press('h');
  await keys.page.getByRole('dialog').waitFor();
  await keys.press('Enter');
  for (let count = 3; count < leads; count += 1) {
    await isDone(keys, count);
    await keys.press(...(count % 2 === 0 ? ['x', '2'] : ['e']));
  }
  await keys.page.getByRole('heading', { name: /^You're done/ }).waitFor();
  return keys.figure(`login to ${String(leads)} leads done`, { atMost: 24, note: '1 reply, 4 dismissed, 4 archived, 1 snoozed' });
}

async function wholeDay(browser: Browser): Promise<Figure[]> {
  const reddit = await startFakeReddit();
  const model = await startFakeOllama({
    respond: (asked) =>
      asked.system.includes('You write replies')
        ? JSON.stringify({ variants: drafts.map((text) => ({ text })) })
        : JSON.stringify({ items: itemsIn(asked).map(sensibleAnswer) }),
  });
  const ai = { EARSHOT_AI__PROVIDER: 'ollama', EARSHOT_AI__OLLAMA__HOST: model.host };
  const instance = await startInstance({ ...(await ownAddress()), ...redditEnvironment(reddit), ...ai });
  try {
    await fillDay(instance, reddit);
    const keys = await open(browser, `${instance.url}/login`, 'Email');
    const figures = [await replyFirst(keys), await finishDay(keys)];
    await until(() => [...reddit.world.things.values()].some(({ author, text }) => author === 'ann_reddit' && text === drafts[0]));
    return [...figures, keys.figure('the first reply is on Reddit', { atMost: 24, note: 'ten seconds to undo it included' })];
  } finally {
    await instance.close();
    await model.close();
    await reddit.close();
  }
}

async function replyAfterRegistration(keys: Keys): Promise<Figure> {
  const { page } = keys;
  await keys.type('mara');
  await keys.press('Tab');
  await keys.type('mara@example.com');
  await keys.press('Tab');
  await keys.type(password);
  await keys.press('Enter');
  await page.getByRole('textbox', { name: 'A sentence or your website' }).and(page.locator(':focus')).waitFor();
  await keys.type('We are a family business in Ohio that fixes wet basements');
  await keys.press('Enter');
  await page.getByRole('link', { name: 'Who can waterproof a wet basement?' }).waitFor();
  await keys.press('Control+Enter');
  await page.getByRole('dialog', { name: 'Welcome to Earshot' }).waitFor();
  await keys.press('Escape');
  await page.getByRole('button', { name: 'Write a reply' }).waitFor();
  await keys.press('r');
  await page.getByRole('textbox', { name: 'Your reply' }).and(page.locator(':focus')).waitFor();
  await keys.type(first);
  await keys.press('Control+Enter');
  await page.getByText('Copied', { exact: true }).waitFor();
  return keys.figure('empty database to the first reply', { atMost: 9, note: 'copied for a thread on Stack Exchange' });
}

async function firstRun(browser: Browser): Promise<Figure> {
  const { stack, instance, close } = await startWithSites();
  try {
    const body = 'Water comes through the basement wall after rain. Looking for a waterproofing contractor, how much should it cost?';
    stack.add({ on: 'diy', title: 'Who can waterproof a wet basement?', body: `<p>${body} I would pay today.</p>` });
    return await replyAfterRegistration(await open(browser, `${instance.url}/register`, 'Username'));
  } finally {
    await close();
  }
}

export const liveDay = async (browser: Browser): Promise<Figure[]> => [...(await wholeDay(browser)), await firstRun(browser)];
