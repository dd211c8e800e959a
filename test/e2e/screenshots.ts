// npm run screenshots: creates the README's pictures from the sample posts, in docs/images.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { findChromium } from '../support/chromium.ts';
import { startInstance, type Instance } from './support/instance.ts';
import { settled, signIn } from './support/page.ts';
import { playSample } from './support/sample.ts';

const folder = 'docs/images';
const maxBytes = 150_000;
const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];

interface Shot {
  name: string;
  path: string;
  size: { width: number; height: number };
  /** Image pixels per CSS pixel. */
  density: number;
  prepare?: (page: Page) => Promise<void>;
}

async function waitForReader(page: Page): Promise<void> {
  await page.getByText('Why this score').waitFor();
}

const shots: Shot[] = [
  { name: 'leads', path: '/dashboard/leads', size: { width: 1440, height: 900 }, density: 1.25, prepare: waitForReader },
  { name: 'dashboard', path: '/dashboard', size: { width: 1440, height: 900 }, density: 1.25 },
  { name: 'phone', path: '/dashboard/leads', size: { width: 390, height: 780 }, density: 2 },
];

/** WebP at the best quality within the size limit. */
async function capture(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  for (let quality = 90; quality >= 40; quality -= 10) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
    const image = Buffer.from(data, 'base64');
    if (image.length <= maxBytes) return image;
  }
  throw new Error('The picture does not fit into 150 kB');
}

async function take(browser: Browser, { instance, token }: { instance: Instance; token: string }, shot: Shot & { theme: Theme }) {
  const context = await browser.newContext({
    viewport: shot.size,
    deviceScaleFactor: shot.density,
    colorScheme: shot.theme,
    reducedMotion: 'reduce',
  });
  await signIn(context, token, shot.theme);
  const page = await context.newPage();
  await page.goto(`${instance.url}${shot.path}`);
  await settled(page);
  await shot.prepare?.(page);
  await settled(page);
  const image = await capture(page);
  const file = join(folder, `${shot.name}-${shot.theme}.webp`);
  writeFileSync(file, image);
  process.stdout.write(`${file}: ${Math.round(image.length / 1000)} kB\n`);
  await context.close();
}

const found = findChromium();
if (found.path === null) throw new Error(found.advice);
mkdirSync(folder, { recursive: true });
const instance = await startInstance();
const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'] });
try {
  const { token } = await instance.register('ada');
  await playSample(instance, token);
  for (const shot of shots) for (const theme of themes) await take(browser, { instance, token }, { ...shot, theme });
} finally {
  await browser.close();
  await instance.close();
}
