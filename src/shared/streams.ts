import { streamKindOf, type StreamKindName, streamKinds } from './sources.ts';

/** What a campaign monitors: a subreddit, a search of all of Reddit, Hacker News, a feed, and so on. */
export interface CampaignStream {
  kind: StreamKindName;
  /** A subreddit without `r/`, the address of a feed; of the only stream of its kind, the name in its descriptor. */
  name: string;
  /** Comments in it are left out. */
  comments?: false | undefined;
}
type Streams = readonly CampaignStream[];

export const namesOf = (streams: Streams, kind: StreamKindName): string[] =>
  streams.flatMap((stream) => (stream.kind === kind ? [stream.name] : []));

/** Whether comments are read: false once all streams leave them out. */
export const includesComments = (streams: Streams): boolean => streams.length === 0 || streams.some(({ comments }) => comments !== false);

const withOption = ({ kind, name }: CampaignStream, comments: boolean): CampaignStream =>
  comments ? { kind, name } : { kind, name, comments: false };
export const withComments = (streams: Streams, comments: boolean): CampaignStream[] =>
  streams.map((stream) => withOption(stream, comments));

/** Streams of one kind, with their comments unless told otherwise. */
export const streamsNamed = (kind: StreamKindName, names: readonly string[], comments = true): CampaignStream[] =>
  names.map((name) => withOption({ kind, name }, comments));

/** The list with these streams of one kind in place of those it has, in the order of the campaign form. */
export function withNames(streams: Streams, kind: StreamKindName, names: readonly string[]): CampaignStream[] {
  const before = new Map(streams.flatMap((stream) => (stream.kind === kind ? [[stream.name, stream]] : [])));
  const named = streamsNamed(kind, names, includesComments(streams)).map((stream) => before.get(stream.name) ?? stream);
  return streamKinds.flatMap((of) => (of.kind === kind ? named : streams.filter((stream) => stream.kind === of.kind)));
}

/** The list with the only stream of a kind, or without it. */
export function withOnly(streams: Streams, kind: StreamKindName, isOn: boolean): CampaignStream[] {
  const { only } = streamKindOf(kind);
  return withNames(streams, kind, isOn && only !== undefined ? [only] : []);
}
