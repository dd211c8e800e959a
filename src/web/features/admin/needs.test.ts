import { expect, test } from 'vitest';
import type { JobOverview, Overview } from '#shared/admin.ts';
import type { AiStatus } from '#shared/ai.ts';
import type { RedditAccess } from '#shared/reddit-account.ts';
import { listNeeds } from './needs.tsx';

const now = Date.UTC(2026, 10, 30);
const ago = (days: number): string => new Date(now - days * 86_400_000).toISOString();

const overview: Overview = {
  version: '1.0.0',
  newer: null,
  startedAt: ago(10),
  users: { total: 1, admins: 1, disabled: 0, activeLately: 1 },
  campaigns: { total: 1, active: 1 },
  items: 0,
  posts: 0,
  leads: 0,
  databaseBytes: 0,
  disk: { freeBytes: 50_000_000_000, totalBytes: 100_000_000_000 },
  sources: [],
  transport: null,
  budget: null,
  source: 'off',
  aiProvider: 'builtin',
  mailConfigured: false,
  waiting: { feedback: 0, applications: 0 },
};
const job = (over: Partial<JobOverview>): JobOverview => ({
  name: 'backup',
  about: '',
  schedule: '',
  nextRunAt: null,
  running: false,
  lastSuccessAt: ago(1),
  lastFailureAt: null,
  lastError: null,
  gaveUp: null,
  lastSummary: {},
  ...over,
});
const ends: RedditAccess['ends'] = [
  { what: 'feeds', daysLeft: -17 },
  { what: 'unregistered', daysLeft: 43 },
  { what: 'api', daysLeft: 91 },
];
const known = {
  overview,
  jobs: [job({})],
  ai: null as AiStatus | null,
  reddit: { state: 'off', problem: 'Off.', ends } as RedditAccess,
  now,
};
const told = (over: Partial<typeof known> = {}, more: Partial<Overview> = {}) =>
  listNeeds({ ...known, ...over, overview: { ...overview, ...more } }).map(({ tone, text }) => `${tone}: ${text}`);

test('asks nothing of the admin of an instance that works, even alone and without email', () => {
  expect(told()).toEqual([]);
});

test('names a full disk, a job that gave up, and a missing or old backup', () => {
  expect(told({}, { disk: { freeBytes: 640 * 1024 ** 2, totalBytes: 1e9 } })).toEqual([
    'bad: Only 640 MB of disk space is free. Below 100 MB, nothing is fetched any more.',
  ]);
  const gaveUp = { at: ago(0), attempts: 4 };
  expect(told({ jobs: [job({ lastError: 'The disk is full', gaveUp })] })).toEqual([
    "bad: The job backup failed and won't retry before its next run: The disk is full",
  ]);
  expect(told({ jobs: [job({ lastError: 'Again', gaveUp: null })] }), 'a retry may still help').toEqual([]);
  expect(told({ jobs: [job({ lastSuccessAt: ago(5) })] })).toEqual(['bad: The latest backup is 5 days old.']);
  expect(told({ jobs: [job({ lastSuccessAt: null })] })).toEqual(['bad: No backup has been made yet.']);
  expect(told({ jobs: [job({ lastSuccessAt: null })] }, { startedAt: ago(1) }), 'it may still come').toEqual([]);
  const skipped = { skipped: 'PostgreSQL is backed up with pg_dump' };
  expect(told({ jobs: [job({ lastSuccessAt: ago(5), lastSummary: skipped })] })).toEqual([]);
});

test('says which source or model stands still, and of Reddit only that it is closed', () => {
  const failing = (source: 'reddit' | 'discourse', state: 'failing' | 'down') => ({
    source,
    state,
    streams: { ok: 0, empty: 0, failed: 2, limited: 0 },
    lastSuccessAt: null,
    since: ago(0),
    error: 'It answers 503',
  });
  const sources = [failing('reddit', 'down'), failing('discourse', 'failing')];
  expect(told({}, { sources }).map((text) => text.split(':').slice(0, 2).join(':'))).toEqual(['bad: Reddit', 'warn: Discourse']);
  const reddit: RedditAccess = { state: 'closed', problem: 'Reddit refuses all requests from this instance.', ends };
  expect(told({ reddit }, { sources })).toEqual([
    'bad: Reddit refuses all requests from this instance.',
    'warn: Discourse: no stream can be read. It answers 503',
  ]);
  const ai = { state: 'paused', message: 'The key is refused.', hint: 'Check ai.apiKey.' } as AiStatus;
  expect(told({ ai })).toEqual(['bad: The AI model scores nothing. The key is refused. Check ai.apiKey.']);
});

test('announces what ends at Reddit to those who have access, within sixty days', () => {
  expect(told({ reddit: { state: 'api', problem: null, ends } })).toEqual([
    "warn: In 43 days, Reddit cuts off apps and accounts that aren't registered. Register yours.",
  ]);
});

test('names the urgent before what waits', () => {
  const more = {
    users: { ...overview.users, total: 3 },
    waiting: { feedback: 1, applications: 2 },
    newer: { version: '1.0.1', url: 'https://example.com/1.0.1' },
    disk: { freeBytes: 1, totalBytes: 1e9 },
  };
  expect(told({}, more)).toEqual([
    'bad: Only 1 B of disk space is free. Below 100 MB, nothing is fetched any more.',
    "warn: Email isn't set up, so nobody gets a digest or can reset a forgotten password.",
    'info: 1 message from users is waiting for an answer.',
    'info: 2 applications for an invitation are waiting.',
    'info: Version 1.0.1 is available.',
  ]);
});
