import { type CampaignStreamKind, streamKinds } from '#shared/sources.ts';
import type { CampaignStream } from '#shared/streams.ts';
import type { ChosenSubreddit } from './subreddits.ts';

/** A stream of a proposed campaign, with its reason. */
export interface ProposedStream {
  stream: CampaignStream;
  why: string;
}

const minSubreddits = 2;

/** Whether target customers meet there: at least half of the fitting subreddits are about its topics. */
function isAskedAt(
  { topics, exceptTopics }: NonNullable<CampaignStreamKind['suggestion']>,
  subreddits: readonly ChosenSubreddit[],
): boolean {
  const fitting = subreddits.filter(({ isFitting }) => isFitting);
  const shared = fitting.filter(
    ({ entry }) => entry.topics.some((topic) => topics.includes(topic)) && !entry.topics.some((topic) => exceptTopics.includes(topic)),
  );
  return shared.length >= minSubreddits && shared.length * 2 >= fitting.length;
}

/** Streams outside Reddit that fit customers who read these subreddits. */
export const streamsBeside = (subreddits: readonly ChosenSubreddit[]): ProposedStream[] =>
  streamKinds.flatMap(({ kind, only, suggestion }) =>
    only !== undefined && suggestion && isAskedAt(suggestion, subreddits) ? [{ stream: { kind, name: only }, why: suggestion.why }] : [],
  );
