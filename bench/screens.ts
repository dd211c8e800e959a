// Every screen of an instance in Chromium. Requires a build.
import { type BrowserContext, chromium } from 'playwright';
import { innerPaths, publicPaths } from '#test/e2e/support/paths.ts';
import { findChromium } from '#test/support/chromium.ts';
import type { Figure } from './generated-data.ts';
import { type Instance, startEarshot } from './server-process.ts';

const slowestShown = 5;
const timeoutMs = 60_000;
/** Texts of a screen that failed. */
const failure = /Couldn't load|Something went wrong/;

interface Screen {
  path: string;
  /** Until its last request was answered. */
  ms: number;
  problems: string[];
}

/** Waits until nothing is requested and nothing shows that it is loading. */
async function openScreen(context: BrowserContext, url: string, path: string): Promise<Screen> {
  const page = await context.newPage();
  const problems: string[] = [];
  const began = performance.now();
  let answeredAt = began;
  page.on('requestfinished', () => (answeredAt = performance.now()));
  page.on('requestfailed', (request) => problems.push(`${request.url()} failed`));
  page.on('response', (reply) => void (reply.status() >= 400 && problems.push(`${reply.url()} answers ${reply.status()}`)));
  page.on('pageerror', ({ message }) => problems.push(message));
  page.setDefaultTimeout(timeoutMs);
  await page.goto(`${url}${path}`);
  await page.waitForLoadState('networkidle');
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  const text = await page.locator('body').innerText();
  if (text.trim() === '') problems.push('shows nothing');
  const failed = failure.exec(text);
  if (failed) problems.push(text.slice(failed.index, failed.index + 100));
  await page.close();
  return { path, ms: answeredAt - began, problems };
}

interface Wanted {
  url: string;
  token: string;
  /** How far the server's clock is ahead. */
  aheadMs: number;
  executablePath: string;
}

async function callApi<T>({ url, token }: Wanted, path: string, body?: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const reply = await fetch(`${url}/api${path}`, { headers, ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }) });
  if (!reply.ok) throw new Error(`${path} answers ${reply.status}`);
  return (await reply.json()) as T;
}

async function openAll(wanted: Wanted): Promise<Screen[]> {
  const { url, token, aheadMs, executablePath } = wanted;
  const [lead] = (await callApi<{ items: { id: string }[] }>(wanted, '/leads?limit=1')).items;
  const competitor = await callApi<{ id: string }>(wanted, '/competitors', { name: 'Quillbill', website: 'https://quillbill.example' });
  const ids = { lead: lead?.id, competitor: competitor.id };
  const paths = innerPaths.map((path) =>
    path.replace('/leads/1', `/leads/${ids.lead}`).replace('/competitors/1', `/competitors/${ids.competitor}`),
  );
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const screens: Screen[] = [];
    for (const [isSignedIn, some] of [
      [false, publicPaths],
      [true, paths],
    ] as const) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.clock.setSystemTime(Date.now() + aheadMs);
      if (isSignedIn)
        await context.addInitScript((kept) => {
          localStorage.setItem('token', kept);
          localStorage.setItem('getting-started-completed', 'true');
        }, token);
      for (const path of some) screens.push(await openScreen(context, url, path));
      await context.close();
    }
    return screens;
  } finally {
    await browser.close();
  }
}

/** Opens every screen of an instance in Chromium. Throws if one shows an error or a request fails. */
export async function openScreens(served: Instance, token: string): Promise<Figure[]> {
  const found = findChromium();
  if (found.path === null) throw new Error(found.advice);
  const server = await startEarshot(served);
  try {
    const screens = await openAll({ url: server.url, token, aheadMs: served.clockAheadMs ?? 0, executablePath: found.path });
    const broken = screens.filter(({ problems }) => problems.length > 0);
    if (broken.length > 0) throw new Error(broken.map(({ path, problems }) => `${path}: ${problems.join('; ')}`).join('\n'));
    return screens
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, slowestShown)
      .map(({ path, ms }) => ({
        figure: `screen ${path} in Chromium`,
        ours: `${ms.toFixed(0)} ms`,
        yardstick: `among the slowest of ${screens.length}, all without an error`,
        ratio: '',
        target: '',
      }));
  } finally {
    await server.close();
  }
}
