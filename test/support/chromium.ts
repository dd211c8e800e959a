import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

export type Found = { path: string } | { path: null; advice: string };

/** The headless shell first: without the windows and menus of a browser, tests take up to a third less CPU time. */
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export function findInstalled(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named) return named;
  return [...usual, chromium.executablePath()].find((path) => path !== '' && existsSync(path));
}

/** One that loads extensions, which the headless shell and Chrome itself don't. */
export const findWithExtensions = (): string | undefined =>
  [process.env['CHROMIUM_PATH'] ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', chromium.executablePath()].find(
    (path) => !/headless.shell|google/i.test(path) && path !== '' && existsSync(path),
  );

const succeeds = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;

function install(): void {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    console.error('No Chromium here: installing the Debian package …');
    succeeds('apt-get', 'update', '-qq');
    // The shell for pages, where Debian has a package of it, and the browser for the extension.
    const hasShell = succeeds('apt-get', 'install', '-y', '-qq', 'chromium-headless-shell');
    const hasBrowser = succeeds('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium');
    if (hasShell || hasBrowser) return;
  }
  console.error("No Chromium here: asking Playwright's own installer …");
  succeeds('node_modules/.bin/playwright', 'install', 'chromium');
}

/** Finds the browser for tests: CHROMIUM_PATH, a default location, or Playwright's own; otherwise installs it. */
export function findChromium(): Found {
  const before = findInstalled();
  if (before) return { path: before };
  install();
  const after = findInstalled();
  if (after) return { path: after };
  return {
    path: null,
    advice: 'No Chromium: install one (Debian: apt-get install chromium-headless-shell) or set CHROMIUM_PATH, then run npm test again.',
  };
}
