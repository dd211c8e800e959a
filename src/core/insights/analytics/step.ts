import type { FunnelStep } from '#shared/analytics.ts';
import { hourMs } from '#shared/time.ts';
import { dayOf } from '#shared/time-zone.ts';
import { listReadOnceHours } from '#core/discovery/pass/read-queries.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { entryOf, quarterMs } from './facts.ts';
import type { Wanted } from './pieces.ts';
import { countPostsFound, countPostsWritten, type LeadStep, leadSteps, listReadHours } from './queries.ts';
import { bucketOf, type Range } from './range.ts';
import { addAt, addHour, noHours, type StreamSum, type Sums, zeros } from './sums.ts';

/** Steps that every lead has passed: of them, the charts count posts, or what was read, instead of leads. */
const itemSteps = ['heard', 'matched', 'posts'] as const;
type ItemStep = (typeof itemSteps)[number];

export const isLeadStep = (step: FunnelStep): step is LeadStep => leadSteps.some((name) => name === step);

interface Asked {
  wanted: Wanted;
  range: Range;
  step: ItemStep;
}

type Times = Pick<Sums, 'found' | 'hours'> & { campaigns: Map<number, number[]> };

const noTimes = (range: Range): Times => ({ found: zeros(range.buckets), hours: noHours(), campaigns: new Map() });
const bucketAt = (range: Range, at: number): number => bucketOf(range, dayOf(range.zone, at));

async function timesOfPosts(db: Db, { wanted, range }: Asked): Promise<Times> {
  const times = noTimes(range);
  const [found, written] = await Promise.all([countPostsFound(db, wanted), countPostsWritten(db, wanted)]);
  for (const { campaign_id, quarter, n } of found) {
    const bucket = bucketAt(range, quarter * quarterMs);
    addAt(times.found, bucket, n);
    addAt(
      entryOf(times.campaigns, campaign_id, () => zeros(range.buckets)),
      bucket,
      n,
    );
  }
  for (const { quarter, n } of written) addHour(times.hours, range, { quarter, n });
  return times;
}

/** Several campaigns read the same items, so these aren't divided among campaigns. */
async function timesOfRead(db: Db, { wanted: { userId, campaignId, from, to }, range, step }: Asked): Promise<Times> {
  const times = noTimes(range);
  const rows = campaignId === null ? listReadOnceHours(db, userId, { from, to }) : listReadHours(db, { campaignId, from, to });
  for (const row of await rows) addAt(times.found, bucketAt(range, row.hour * hourMs), step === 'heard' ? row.fetched : row.matched);
  if (campaignId !== null) times.campaigns.set(campaignId, times.found);
  return times;
}

/** What reached the step had been matched and read, too. */
const reached: Record<ItemStep, (stream: StreamSum) => StreamSum> = {
  heard: (stream) => stream,
  matched: (stream) => ({ ...stream, heard: stream.matched }),
  posts: (stream) => ({ ...stream, heard: stream.posts, matched: stream.posts }),
};

/** The sums of a range with charts that count what reached the step. */
export async function countItems(db: Db, { sums, ...asked }: Asked & { sums: Sums }): Promise<Sums> {
  const { range, step } = asked;
  const times = await (step === 'posts' ? timesOfPosts(db, asked) : timesOfRead(db, asked));
  const campaigns = new Map([...sums.campaigns].map(([id, own]) => [id, { ...own, leads: 0, found: zeros(range.buckets) }]));
  for (const [id, found] of times.campaigns) {
    const leads = found.reduce((sum, n) => sum + n, 0);
    campaigns.set(id, { right: 0, wrong: 0, ...campaigns.get(id), leads, found });
  }
  const later = [...itemSteps.slice(itemSteps.indexOf(step)), 'leads'] as const;
  const subreddits = [...sums.subreddits]
    .filter(([, stream]) => later.some((name) => stream[name] > 0))
    .map(([name, stream]) => [name, reached[step](stream)] as const);
  return { ...sums, found: times.found, hours: times.hours, campaigns, subreddits: new Map(subreddits) };
}
