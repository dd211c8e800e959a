import type { EventPayload } from '#shared/events.ts';

export interface LiveRun {
  /** Most recently read first. */
  lines: readonly { place: string; leads: number }[];
  done: EventPayload<'scrape-complete'> | null;
  error: string | null;
}

export const noRun: LiveRun = { lines: [], done: null, error: null };

type News =
  | { event: 'start' }
  | { event: 'progress'; payload: EventPayload<'scrape-progress'> }
  | { event: 'complete'; payload: EventPayload<'scrape-complete'> }
  | { event: 'error'; payload: EventPayload<'scrape-error'> };

/** The state of a run after an event. A subreddit that is read in several batches is one line with the sum of its leads. */
export function hearNews(run: LiveRun, news: News): LiveRun {
  if (news.event === 'start') return noRun;
  if (news.event === 'complete') return { ...run, done: news.payload };
  if (news.event === 'error') return { ...run, error: news.payload.error };
  const { subreddit: place, leads } = news.payload;
  const before = run.lines.find((line) => line.place === place)?.leads ?? 0;
  return { ...run, done: null, lines: [{ place, leads: before + leads }, ...run.lines.filter((line) => line.place !== place)] };
}
