import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'migrations/**/*.test.ts'],
    // Need a server, which `npm run test:postgres` starts.
    exclude: ['**/node_modules/**', '**/dist/**', ...(process.env['EARSHOT_TEST_POSTGRES'] ? [] : ['test/postgres/**'])],
    globalSetup: ['test/support/temporary-folder.ts', 'test/support/template.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Loading the code anew for each file takes a quarter of the time of all.
    isolate: false,
    // By default Vitest leaves one core idle. Some tests mostly wait for processes they start.
    maxWorkers: availableParallelism() + 1,
    expect: { poll: { timeout: 60_000 } },
  },
});
