import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

/** By duration. Begun last, one of these would run alone at the end for minutes. */
const longest =
  /test\/security\/(?:matrix|accepted)|outbox\/(?:killed|service)|cli\/(?:start-errors|cli|commands\/(?:lead|find))|hostile-requests|fairness|restore|conformance|attack\/ssrf/;

class LongestFirst extends BaseSequencer {
  override async sort(...[files]: Parameters<BaseSequencer['sort']>): ReturnType<BaseSequencer['sort']> {
    const [long, others] = [true, false].map((isLong) => files.filter(({ moduleId }) => longest.test(moduleId) === isLong));
    return [...(long ?? []), ...(await super.sort(others ?? []))];
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'migrations/**/*.test.ts'],
    // Need a server, which `npm run test:postgres` starts.
    exclude: ['**/node_modules/**', '**/dist/**', ...(process.env['EARSHOT_TEST_POSTGRES'] ? [] : ['test/postgres/**'])],
    globalSetup: ['test/support/temporary-folder.ts', 'test/support/template.ts'],
    sequence: { sequencer: LongestFirst },
    // Tests don't check speed, and generous timeouts cost nothing on a fast machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Loading the code anew for each file takes a quarter of the time of all.
    isolate: false,
    // By default Vitest leaves one core idle. Many tests mostly wait: for processes they start, or for a time limit.
    maxWorkers: availableParallelism() + 2,
    expect: { poll: { timeout: 120_000 } },
  },
});
