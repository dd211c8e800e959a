import { expect, test } from 'vitest';
import { hearNews, noRun } from './live-lines.ts';

const progress = (subreddit: string, leads: number) => ({ event: 'progress' as const, payload: { campaignId: '1', subreddit, leads } });

test('a place that is read in parts is one line with all its leads, the latest on top', () => {
  const run = [progress('freelance', 1), progress('webdev', 0), progress('freelance', 2)].reduce(hearNews, noRun);
  expect(run.lines).toEqual([
    { place: 'freelance', leads: 3 },
    { place: 'webdev', leads: 0 },
  ]);
});

test('a new run begins with an empty page', () => {
  const old = hearNews(hearNews(noRun, progress('freelance', 1)), { event: 'error', payload: { campaignId: '1', error: 'gone' } });
  expect(hearNews(old, { event: 'start' })).toEqual(noRun);
});

test('the end is kept beside the lines', () => {
  const payload = { campaignId: '1', totalPosts: 4, totalComments: 2, newLeads: 1 };
  const run = hearNews(hearNews(noRun, progress('freelance', 1)), { event: 'complete', payload });
  expect(run).toMatchObject({ done: payload, lines: [{ place: 'freelance' }] });
});
