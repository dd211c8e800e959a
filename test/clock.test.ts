import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Schedules and programs that get webhooks follow the machine's clock, and commands run in processes of their own. */
const ownProcesses = [
  'src/cli/commands/scan.test.ts',
  'src/jobs/scheduler.test.ts',
  'src/server/api/admin.test.ts',
  'test/integrations.test.ts',
];
const hasOwnClock = /\bmake(?:Core|Server)\(/;
const readsMachineClock = /\bDate\.now\(\)|\bnew Date\(\)/;
const futureDate = /['"`]20(?:2[7-9]|[3-9]\d)-\d\d-\d\d['"`]/;

const mixesClocks = (source: string): boolean => hasOwnClock.test(source) && readsMachineClock.test(source);
const read = (file: string) => readFileSync(file, 'utf8');

test('no test mixes the clock of its core or server with the one of the machine', () => {
  expect(mixesClocks('const server = await makeServer();\nserver.clock.now = Date.now();')).toBe(true);
  const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { exclude: ['test/clock.test.ts'] });
  expect(files.length).toBeGreaterThan(250);
  expect(files.filter((file) => mixesClocks(read(file))).toSorted()).toEqual(ownProcesses);
});

test('no test gives a program that runs by the clock of the machine a date that will have passed one day', () => {
  expect(futureDate.test("earshot('follow-up', 'add', id, '2030-02-03')")).toBe(true);
  const files = globSync(['src/cli/**/*.test.ts', 'test/e2e/**/*.ts']);
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => futureDate.test(read(file)))).toEqual([]);
});
