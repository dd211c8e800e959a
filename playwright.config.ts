import { defineConfig } from 'playwright/test';

export default defineConfig({
  testDir: 'test/e2e',
  fullyParallel: false,
  workers: 2,
  // No test is about speed: what is waited for comes late on a bare machine, and costs nothing where it comes at once.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  // A browser on a busy machine can miss a time-out once; what needed a second try is named at the end.
  retries: 1,
  forbidOnly: true,
  outputDir: 'test-results',
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
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
    actionTimeout: 30_000,
  },
});
