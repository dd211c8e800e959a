// How many keys a day takes; and from a key to its painted row in a list of leads, in Chromium, with the main thread's time for each
// key. Requires a build.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type CDPSession, type Page } from 'playwright';
import { systemActor } from '#core/platform/actor.ts';
import { findChromium } from '#test/support/chromium.ts';
import { liveDay } from './day.ts';
import { type Figure, openBench } from './generated-data.ts';
import { fillPosts, lengthen, makeCampaigns } from './kept-figures.ts';
import { postSizes } from './sizes.ts';
import { startServer } from './started-server.ts';

/** Every tenth post is a lead. */
const postsForLead = 10;
const sizes = postSizes([20_000, 150_000]).map((posts) => posts / postsForLead);
const presses = 60;
/** Long enough for the reader to show the row that a single key opened. */
const pauseMs = 400;
/** As keyboards repeat. */
const repeatMs = 33;
const target = 'p95 ≤ 50 ms';

async function fill(folder: string, leads: number): Promise<string> {
  const { core, clock, close } = await openBench({ folder, passwordCost: { memory: 8, passes: 1 } });
  try {
    const account = { username: 'mara', email: 'mara@example.test', password: 'a quiet harbour at noon' };
    const { id } = await core.accounts.users.addUser(systemActor, account);
    const campaigns = await makeCampaigns(core, [{ kind: 'user', userId: id, role: 'user' }], 3);
    await fillPosts(core, campaigns, leads * postsForLead);
    await lengthen(core);
    clock.now = Date.now();
    return (await core.accounts.users.signIn(account, '10.0.0.1')).token;
  } finally {
    await close();
  }
}

/** In the page: notes for each `j` how long it takes until another row is marked as the open one and painted. */
const watchRows = `{
  globalThis.keyTimes = [];
  const openRow = () => document.querySelector('[data-inbox-row][aria-current]')?.getAttribute('data-inbox-row');
  let last = openRow();
  let pressed = [];
  let shown = [];
  addEventListener('keydown', ({ key, timeStamp }) => key === 'j' && pressed.push(timeStamp), true);
  const painted = new MessageChannel();
  painted.port1.onmessage = () => {
    keyTimes.push(...shown.map((at) => performance.now() - at));
    shown = [];
  };
  new MutationObserver(() => {
    const now = openRow();
    if (now === last || now === undefined) return;
    last = now;
    shown.push(...pressed);
    pressed = [];
    requestAnimationFrame(() => painted.port2.postMessage(null));
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-current'] });
}`;

const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;

async function taskMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
}

interface Round {
  page: Page;
  devtools: CDPSession;
  everyMs: number;
  isHeld: boolean;
}

async function pressKeys({ page, devtools, everyMs, isHeld }: Round): Promise<{ p50: number; p95: number; taskMs: number; count: number }> {
  await page.evaluate('keyTimes.length = 0');
  const before = await taskMs(devtools);
  for (let n = 0; n < presses; n += 1) {
    if (isHeld) await page.keyboard.down('j');
    else await page.keyboard.press('j');
    await page.waitForTimeout(everyMs);
  }
  if (isHeld) await page.keyboard.up('j');
  await page.waitForTimeout(pauseMs);
  const times = await page.evaluate<number[]>('keyTimes');
  return {
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    taskMs: ((await taskMs(devtools)) - before) / presses,
    count: times.length,
  };
}

async function measure(browser: Browser, leads: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-keys-'));
  const token = await fill(folder, leads);
  const server = await startServer(folder);
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addInitScript((kept) => {
      localStorage.setItem('token', kept);
      localStorage.setItem('getting-started-completed', 'true');
    }, token);
    const page = await context.newPage();
    await page.goto(`${server.url}/dashboard/leads?view=all`, { waitUntil: 'networkidle' });
    await page.evaluate(watchRows);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const figures: Figure[] = [];
    for (const [name, everyMs] of [
      ['pressed', pauseMs],
      ['held', repeatMs],
    ] as const) {
      const { p50, p95, taskMs: each, count } = await pressKeys({ page, devtools, everyMs, isHeld: name === 'held' });
      figures.push({
        figure: `j ${name}, ${String(leads)} leads`,
        ours: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms of ${String(count)} keys`,
        yardstick: `${each.toFixed(0)} ms of the main thread for each`,
        ratio: (p95 / 50).toFixed(2),
        target,
      });
    }
    await context.close();
    return figures;
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function run(): Promise<Figure[]> {
  const found = findChromium();
  if (found.path === null) throw new Error(found.advice);
  const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const figures = await liveDay(browser);
    for (const leads of sizes) figures.push(...(await measure(browser, leads)));
    return figures;
  } finally {
    await browser.close();
  }
}
