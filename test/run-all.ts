// Runs every test there is and ends with the true sum of all runners: `N passed, N failed, N skipped`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './support/chromium.ts';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  skippedNames: string[];
}
const none: Tally = { passed: 0, failed: 0, skipped: 0, skippedNames: [] };
const bin = (name: string) => join('node_modules', '.bin', name);

function runUnit(scratch: string): Tally {
  const report = join(scratch, 'vitest.json');
  const { status } = spawnSync(bin('vitest'), ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (!existsSync(report)) return { ...none, failed: 1 };
  const result = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    numFailedTestSuites: number;
    testResults: { assertionResults: { status: string; fullName: string }[] }[];
  };
  const skippedNames = result.testResults.flatMap((file) =>
    file.assertionResults.flatMap((test) => (test.status === 'passed' || test.status === 'failed' ? [] : test.fullName)),
  );
  const failed = result.numFailedTests || (status === 0 ? 0 : 1);
  return { passed: result.numPassedTests, failed, skipped: skippedNames.length, skippedNames };
}

interface Suite {
  title: string;
  suites?: Suite[];
  specs?: { title: string; tests: { status: string; annotations: { description?: string }[] }[] }[];
}

function tallySuite(suite: Suite, tally: Tally): Tally {
  for (const spec of suite.specs ?? []) {
    for (const { status } of spec.tests) {
      if (status === 'skipped') {
        tally.skipped += 1;
        tally.skippedNames.push(`${suite.title}: ${spec.title}`);
      } else if (status === 'expected') tally.passed += 1;
      else if (status === 'flaky') {
        tally.passed += 1;
        console.log(`passed at the second try: ${suite.title}: ${spec.title}`);
      } else tally.failed += 1;
    }
  }
  for (const inner of suite.suites ?? []) tallySuite(inner, tally);
  return tally;
}

function runBrowser(scratch: string): Tally {
  const chromium = findChromium();
  if (chromium.path === null) {
    console.error(chromium.advice);
    return { ...none, failed: 1 };
  }
  const build = spawnSync(bin('vite'), ['build', '--logLevel', 'warn'], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (build.status !== 0) return { ...none, failed: 1 };
  const report = join(scratch, 'playwright.json');
  const { status } = spawnSync(bin('playwright'), ['test', '--reporter=line,json'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, CHROMIUM_PATH: chromium.path },
  });
  if (!existsSync(report)) return { ...none, failed: 1 };
  const result = JSON.parse(readFileSync(report, 'utf8')) as { suites: Suite[] };
  const tally: Tally = { ...none, skippedNames: [] };
  for (const suite of result.suites) tallySuite(suite, tally);
  if (status !== 0 && tally.failed === 0) tally.failed = 1;
  return tally;
}

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const scratch = mkdtempSync(join(tmpdir(), 'earshot-tests-'));
const tallies = [only === 'e2e' ? none : runUnit(scratch), only === 'unit' ? none : runBrowser(scratch)];
rmSync(scratch, { recursive: true, force: true });

const sum = (pick: (tally: Tally) => number) => tallies.reduce((total, tally) => total + pick(tally), 0);
for (const name of tallies.flatMap((tally) => tally.skippedNames)) console.log(`skipped: ${name}`);
const failed = sum((tally) => tally.failed);
const skipped = sum((tally) => tally.skipped);
console.log(`\n${sum((tally) => tally.passed)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 ? 0 : 1;
