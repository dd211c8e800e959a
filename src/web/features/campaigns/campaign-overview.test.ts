import { expect, test } from 'vitest';
import { applyRunEvent, emptyRun } from './campaign-overview.tsx';

const progress = (subreddit: string, leads: number) => ({ event: 'progress' as const, payload: { campaignId: '1', subreddit, leads } });

test('sums the leads of a subreddit read in batches, latest first', () => {
  const run = [progress('freelance', 1), progress('webdev', 0), progress('freelance', 2)].reduce(applyRunEvent, emptyRun);
  expect(run.lines).toEqual([
    { stream: 'freelance', leads: 3 },
    { stream: 'webdev', leads: 0 },
  ]);
});

test('clears the lines when a new run starts', () => {
  const old = applyRunEvent(applyRunEvent(emptyRun, progress('freelance', 1)), {
    event: 'error',
    payload: { campaignId: '1', error: 'gone' },
  });
  expect(applyRunEvent(old, { event: 'start' })).toEqual(emptyRun);
});

test('keeps the lines when the run completes', () => {
  const payload = { campaignId: '1', totalPosts: 4, totalComments: 2, newLeads: 1 };
  const run = applyRunEvent(applyRunEvent(emptyRun, progress('freelance', 1)), { event: 'complete', payload });
  expect(run).toMatchObject({ done: payload, lines: [{ stream: 'freelance' }] });
});
