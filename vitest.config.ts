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

/** As in bin/earshot: the runtime of the built-in model reports to nobody. */
process.env['ORT_DISABLE_TELEMETRY'] = '1';

const never = ['**/node_modules/**', '**/dist/**'];
// Need a server, which `npm run test:postgres` starts.
const elsewhere = process.env['EARSHOT_TEST_POSTGRES'] ? [] : ['test/postgres/**'];
/** Loads JSX and what only Vite can import. */
const ofVite = ['src/web/**/*.test.ts', 'src/companion/**/*.test.ts', 'test/planted-source.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'migrations/**/*.test.ts'],
          exclude: [...never, ...elsewhere, ...ofVite],
          // Loaded as in production: what Vite makes of an import costs a sixth of the CPU time.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      { extends: true, test: { name: 'web', include: ofVite, exclude: never } },
    ],
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
