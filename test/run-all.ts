// Runs every test, lists failed, flaky, and skipped ones, and prints the totals of all runners: `N passed, N failed, N skipped`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findChromium } from './support/chromium.ts';

interface Tally {
  passed: number;
  failed: number;
  /** Names of the failed ones that are known: a runner that ends without a report counts as one. */
  failures: string[];
  /** Passed only on a retry: listed by name and not counted as passed. */
  flaky: string[];
  skipped: string[];
}
const noTests = (): Tally => ({ passed: 0, failed: 0, failures: [], flaky: [], skipped: [] });
const bin = (name: string) => join('node_modules', '.bin', name);

/** Tallies Vitest's JSON report; without one, a failure. */
function tallyVitest(report: string, status: number | null): Tally {
  if (!existsSync(report)) return { ...noTests(), failed: 1 };
  const result = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
  };
  const failures = result.testResults.flatMap((file) => {
    const path = relative(process.cwd(), file.name);
    const names = file.assertionResults.filter((test) => test.status === 'failed').map((test) => `${path}: ${test.fullName}`);
    return names.length === 0 && file.status === 'failed' ? [path] : names;
  });
  const skipped = result.testResults.flatMap((file) =>
    file.assertionResults.flatMap((test) => (test.status === 'passed' || test.status === 'failed' ? [] : test.fullName)),
  );
  const failed = result.numFailedTests || (status === 0 ? 0 : 1);
  return { passed: result.numPassedTests, failed, failures, flaky: [], skipped };
}

function runUnit(scratch: string): Tally {
  const report = join(scratch, 'vitest.json');
  const { status } = spawnSync(bin('vitest'), ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return tallyVitest(report, status);
}

/** The short part; `npm run test:postgres` runs the services' tests on PostgreSQL too. */
function runPostgres(scratch: string): Tally {
  const report = join(scratch, 'postgres.json');
  const args = ['test/run-postgres.ts', '--short', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  const { status, stdout } = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
  process.stdout.write(stdout);
  const reason = /^skipped: (no PostgreSQL .*)$/m.exec(stdout)?.[1];
  const tally = reason === undefined ? tallyVitest(report, status) : { ...noTests(), skipped: [reason] };
  console.log(`PostgreSQL: ${tally.passed} passed, ${tally.failed} failed, ${tally.skipped.length} skipped`);
  return tally;
}

interface Suite {
  title: string;
  suites?: Suite[];
  specs?: { title: string; tests: { status: string; annotations: { description?: string }[] }[] }[];
}

function tallySuite(suite: Suite, tally: Tally): Tally {
  for (const spec of suite.specs ?? []) {
    const name = `${suite.title}: ${spec.title}`;
    for (const { status } of spec.tests) {
      if (status === 'skipped') tally.skipped.push(name);
      else if (status === 'flaky') tally.flaky.push(name);
      else if (status === 'expected') tally.passed += 1;
      else {
        tally.failed += 1;
        tally.failures.push(name);
      }
    }
  }
  for (const inner of suite.suites ?? []) tallySuite(inner, tally);
  return tally;
}

function runBrowser(scratch: string): Tally {
  const chromium = findChromium();
  if (chromium.path === null) {
    console.error(chromium.advice);
    return { ...noTests(), failed: 1 };
  }
  const report = join(scratch, 'playwright.json');
  const { status } = spawnSync(bin('playwright'), ['test', '--reporter=line,json'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, CHROMIUM_PATH: chromium.path },
  });
  if (!existsSync(report)) return { ...noTests(), failed: 1 };
  const result = JSON.parse(readFileSync(report, 'utf8')) as { suites: Suite[] };
  const tally = noTests();
  for (const suite of result.suites) tallySuite(suite, tally);
  if (status !== 0 && tally.failed === 0 && tally.flaky.length === 0) tally.failed = 1;
  return tally;
}

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const scratch = mkdtempSync(join(tmpdir(), 'earshot-tests-'));
const runners = Object.entries({ unit: runUnit, postgres: runPostgres, e2e: runBrowser }).flatMap(([name, run]) =>
  only === undefined || only === name ? [run] : [],
);
// First, because the command line starts much faster from the bundle, and hundreds of tests start it.
const isBuilt = spawnSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
const tallies = isBuilt ? runners.map((run) => run(scratch)) : [{ ...noTests(), failed: 1 }];
rmSync(scratch, { recursive: true, force: true });

const passed = tallies.reduce((total, tally) => total + tally.passed, 0);
const failed = tallies.reduce((total, tally) => total + tally.failed, 0);
const failures = tallies.flatMap((tally) => tally.failures);
const flaky = tallies.flatMap((tally) => tally.flaky);
const skipped = tallies.flatMap((tally) => tally.skipped);
for (const name of skipped) console.log(`skipped: ${name}`);
for (const name of failures) console.log(`failed: ${name}`);
for (const name of flaky) console.log(`flaky, passed only at a second try: ${name}`);
const counts = [`${passed} passed`, `${failed} failed`];
if (skipped.length > 0) counts.push(`${skipped.length} skipped`);
console.log(`\n${counts.join(', ')}`);
process.exitCode = failed === 0 ? 0 : 1;
