import type { EventPayload } from '#shared/events.ts';

export interface LiveRun {
  /** Most recently read first. */
  lines: readonly { stream: string; leads: number }[];
  done: EventPayload<'scrape-complete'> | null;
  error: string | null;
}

export const emptyRun: LiveRun = { lines: [], done: null, error: null };

type RunEvent =
  | { event: 'start' }
  | { event: 'progress'; payload: EventPayload<'scrape-progress'> }
  | { event: 'complete'; payload: EventPayload<'scrape-complete'> }
  | { event: 'error'; payload: EventPayload<'scrape-error'> };

/** The state of a run after an event. A subreddit that is read in several batches is one line with the sum of its leads. */
export function applyRunEvent(run: LiveRun, event: RunEvent): LiveRun {
  if (event.event === 'start') return emptyRun;
  if (event.event === 'complete') return { ...run, done: event.payload };
  if (event.event === 'error') return { ...run, error: event.payload.error };
  const { subreddit: stream, leads } = event.payload;
  const before = run.lines.find((line) => line.stream === stream)?.leads ?? 0;
  return { ...run, done: null, lines: [{ stream, leads: before + leads }, ...run.lines.filter((line) => line.stream !== stream)] };
}
