// Runs every test, or the named parts, as in `npm test -- unit clock`. Lists the slowest files and the failed, flaky, and skipped
// tests, and prints the totals: `N passed, N failed, N skipped`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { findChromium } from './support/chromium.ts';
import { makeTemporaryFolder } from './support/temporary-folder.ts';

interface Tally {
  passed: number;
  failed: number;
  /** Names of the failed ones that are known: a runner that ends without a report counts as one. */
  failures: string[];
  /** Passed only on a retry: listed by name and not counted as passed. */
  flaky: string[];
  skipped: string[];
  /** Milliseconds by file. */
  durations: Map<string, number>;
}
const noTests = (): Tally => ({ passed: 0, failed: 0, failures: [], flaky: [], skipped: [], durations: new Map() });
const bin = (name: string) => join('node_modules', '.bin', name);

const maxCauseLines = 12;
/** Indented below the name of a failed test, because the reporters' own account is far above in a long log. */
function causeIn(message: string | undefined): string {
  // oxlint-disable-next-line no-control-regex -- colors
  const lines = (message ?? '').replaceAll(/\u001B\[\d+m/g, '').split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !line.includes('node_modules'))
    .slice(0, maxCauseLines)
    .map((line) => `\n    ${line}`)
    .join('');
}

/** Tallies Vitest's JSON report; without one, a failure. */
function tallyVitest(report: string, status: number | null): Tally {
  if (!existsSync(report)) return { ...noTests(), failed: 1 };
  const result = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: {
      name: string;
      status: string;
      startTime: number;
      endTime: number;
      message: string;
      assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
    }[];
  };
  const failures = result.testResults.flatMap((file) => {
    const path = relative(process.cwd(), file.name);
    const names = file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${path}: ${test.fullName}${causeIn(test.failureMessages?.[0])}`);
    return names.length === 0 && file.status === 'failed' ? [`${path}${causeIn(file.message)}`] : names;
  });
  const skipped = result.testResults.flatMap((file) =>
    file.assertionResults.flatMap((test) => (test.status === 'passed' || test.status === 'failed' ? [] : test.fullName)),
  );
  const failed = result.numFailedTests || (status === 0 ? 0 : 1);
  const durations = new Map(result.testResults.map((file) => [relative(process.cwd(), file.name), file.endTime - file.startTime]));
  return { passed: result.numPassedTests, failed, failures, flaky: [], skipped, durations };
}

interface Ended {
  status: number | null;
  output: string;
}

/** Prints what the command prints, a line at a time, because two of them run at once. */
async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  const lines: string[] = [];
  const ended = once(child, 'close') as Promise<[number | null]>;
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    console.log(line);
  }
  const [status] = await ended;
  return { status, output: lines.join('\n') };
}

async function runVitest(report: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Tally> {
  const options = ['run', ...args, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  return tallyVitest(report, (await run(bin('vitest'), options, env)).status);
}

const runUnit = (scratch: string): Promise<Tally> => runVitest(join(scratch, 'vitest.json'));

/** Where stored times meet the machine's clock: sessions, links, payments, schedules, commands. */
const shifted = [
  'src/core/accounts/',
  'src/jobs/',
  'src/server/api/admin.test.ts',
  'src/server/api/billing.test.ts',
  'src/cli/commands/lead.test.ts',
  'src/cli/commands/scan.test.ts',
  'test/security/recovery.test.ts',
];

/** A part of the tests 400 days from now, so that none of them starts to fail on some day. */
async function runShifted(scratch: string): Promise<Tally> {
  const tally = await runVitest(join(scratch, 'shifted.json'), shifted, {
    TEST_CLOCK_SHIFT_MS: String(400 * 86_400_000),
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${pathToFileURL('test/support/shifted-clock.ts').href}`,
  });
  console.log(`400 days from now: ${tally.passed} passed, ${tally.failed} failed`);
  return { ...tally, failures: tally.failures.map((name) => `400 days from now: ${name}`) };
}

/** The short part; `npm run test:postgres` runs the services' tests on PostgreSQL too. */
async function runPostgres(scratch: string): Promise<Tally> {
  const report = join(scratch, 'postgres.json');
  const args = ['test/run-postgres.ts', '--short', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const { status, output } = await run(process.execPath, args);
  const reason = /^skipped: (no PostgreSQL .*)$/m.exec(output)?.[1];
  const tally = reason === undefined ? tallyVitest(report, status) : { ...noTests(), skipped: [reason] };
  console.log(`PostgreSQL: ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped.length} skipped`);
  return tally;
}

interface Suite {
  title: string;
  suites?: Suite[];
  specs?: { title: string; file: string; tests: { status: string; results: { duration: number; error?: { message?: string } }[] }[] }[];
}

function tallySuite(suite: Suite, tally: Tally): Tally {
  for (const spec of suite.specs ?? []) {
    const name = `${suite.title}: ${spec.title}`;
    for (const { status, results } of spec.tests) {
      const took = results.reduce((total, { duration }) => total + duration, 0);
      tally.durations.set(spec.file, (tally.durations.get(spec.file) ?? 0) + took);
      if (status === 'skipped') tally.skipped.push(name);
      else if (status === 'flaky') tally.flaky.push(`${name}${causeIn(results[0]?.error?.message)}`);
      else if (status === 'expected') tally.passed += 1;
      else {
        tally.failed += 1;
        tally.failures.push(`${name}${causeIn(results.at(-1)?.error?.message)}`);
      }
    }
  }
  for (const inner of suite.suites ?? []) tallySuite(inner, tally);
  return tally;
}

async function runBrowser(scratch: string): Promise<Tally> {
  const chromium = findChromium();
  if (chromium.path === null) {
    console.error(chromium.advice);
    return { ...noTests(), failed: 1 };
  }
  const report = join(scratch, 'playwright.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, CHROMIUM_PATH: chromium.path };
  const { status } = await run(bin('playwright'), ['test', '--reporter=line,json'], env);
  if (!existsSync(report)) return { ...noTests(), failed: 1 };
  const result = JSON.parse(readFileSync(report, 'utf8')) as { suites: Suite[] };
  const tally = noTests();
  for (const suite of result.suites) tallySuite(suite, tally);
  if (status !== 0 && tally.failed === 0 && tally.flaky.length === 0) tally.failed = 1;
  return tally;
}

const parts = { unit: runUnit, clock: runShifted, postgres: runPostgres, browser: runBrowser };
const isPart = (name: string): name is keyof typeof parts => Object.hasOwn(parts, name);
const named = process.argv.slice(2);
const unknown = named.filter((name) => !isPart(name));
if (unknown.length > 0) {
  console.error(
    `Unknown part: ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}; for one file, run npx vitest run FILE.`,
  );
  process.exit(2);
}

const scratch = makeTemporaryFolder('earshot-run-');
// PostgreSQL runs as another user.
chmodSync(scratch, 0o711);
process.env['TMPDIR'] = scratch;
const isWanted = (name: string): boolean => named.length === 0 || named.includes(name);
// First, because the command line starts much faster from the bundle, and hundreds of tests start it.
const isBuilt = spawnSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
process.env['IS_BUILT'] = 'true';
/** Side by side, because each waits for much of its time: for a server, a timer, or a page. */
const lanes: (keyof typeof parts)[][] = [['unit'], ['postgres', 'browser', 'clock']];
const runLane = async (lane: (keyof typeof parts)[]): Promise<Tally[]> => {
  const tallies: Tally[] = [];
  for (const name of lane.filter(isWanted)) tallies.push(await parts[name](scratch));
  return tallies;
};
const tallies = isBuilt ? (await Promise.all(lanes.map(runLane))).flat() : [{ ...noTests(), failed: 1 }];
rmSync(scratch, { recursive: true, force: true });

const passed = tallies.reduce((total, tally) => total + tally.passed, 0);
const failed = tallies.reduce((total, tally) => total + tally.failed, 0);
const failures = tallies.flatMap((tally) => tally.failures);
const flaky = tallies.flatMap((tally) => tally.flaky);
const skipped = tallies.flatMap((tally) => tally.skipped);
for (const name of skipped) console.log(`skipped: ${name}`);
for (const name of failures) console.log(`failed: ${name}`);
for (const name of flaky) console.log(`flaky, passed only at a second try: ${name}`);
const slowest = tallies.flatMap(({ durations }) => [...durations]).sort(([, one], [, other]) => other - one);
for (const [file, ms] of slowest.slice(0, 20)) console.log(`${Math.round(ms / 1000)} s: ${file}`);
const counts = [`${passed} passed`, `${failed} failed`];
if (skipped.length > 0) counts.push(`${skipped.length} skipped`);
console.log(`\n${counts.join(', ')}`);
process.exitCode = failed === 0 ? 0 : 1;
