// Size of the scripts that a browser loads, compressed by gzip: before a page shows anything, and until loading ends. Requires a
// build.
import { gzipSync } from 'node:zlib';
import { chromium, type Browser } from 'playwright';
import { startInstance, type Instance } from '#test/e2e/support/instance.ts';
import { playSample } from '#test/e2e/support/sample.ts';
import { findChromium } from '#test/support/chromium.ts';
import { weighFirstViews, type FirstView } from '#test/support/first-view.ts';
import type { Figure } from './generated-data.ts';

const webRoot = 'dist/web';
const inKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

interface Visit {
  browser: Browser;
  url: string;
  token: string;
}

async function weighUntilIdle({ browser, url, token }: Visit, { path }: FirstView): Promise<{ bytes: number; files: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  if (path.startsWith('/dashboard'))
    await context.addInitScript(
      ([key, kept]) => {
        localStorage.setItem('token', kept ?? '');
        localStorage.setItem(key ?? '', 'true');
      },
      ['getting-started-completed', token],
    );
  const page = await context.newPage();
  const scripts: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response.body());
  });
  await page.goto(url + path, { waitUntil: 'networkidle' });
  const weights = (await Promise.all(scripts)).map((script) => gzipSync(script, { level: 9 }).length);
  await context.close();
  return { bytes: weights.reduce((sum, weight) => sum + weight, 0), files: weights.length };
}

async function visitAll(instance: Instance, path: string): Promise<Figure[]> {
  const { token } = await instance.register('mara');
  await playSample(instance, token);
  const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-gpu'] });
  const figures: Figure[] = [];
  for (const view of weighFirstViews(webRoot)) {
    const idle = await weighUntilIdle({ browser, url: instance.url, token }, view);
    figures.push({
      figure: `scripts of ${view.path}, gzip`,
      ours: `${inKilobytes(view.bytes)} in ${String(view.files.length)} files`,
      yardstick: `${inKilobytes(idle.bytes)} in ${String(idle.files)} until idle`,
      ratio: (view.bytes / idle.bytes).toFixed(2),
      target: '150 kB',
    });
  }
  await browser.close();
  return figures;
}

export async function run(): Promise<Figure[]> {
  const found = findChromium();
  if (found.path === null) throw new Error(found.advice);
  const instance = await startInstance();
  try {
    return await visitAll(instance, found.path);
  } finally {
    await instance.close();
  }
}
