import { defineConfig } from 'playwright/test';
import { findInstalled } from './test/support/chromium.ts';

export default defineConfig({
  testDir: 'test/e2e',
  fullyParallel: false,
  // A test mostly waits: for a page, a process, or a timer.
  workers: 3,
  // Tests don't check speed, and generous timeouts cost nothing on a fast machine.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // A retry distinguishes a flaky test from a failing one; test/run-all.ts lists it and doesn't count it as passed.
  retries: 1,
  forbidOnly: true,
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    // What it fetches can't be routed; installed.spec.ts allows it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: findInstalled(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    actionTimeout: 60_000,
  },
});
