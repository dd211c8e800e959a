import { defineConfig } from 'playwright/test';

export default defineConfig({
  testDir: 'test/e2e',
  fullyParallel: false,
  workers: 2,
  timeout: 60_000,
  retries: 0,
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
    actionTimeout: 15_000,
  },
});
