import type { CampaignInput } from '#shared/campaigns.ts';
import { type CampaignStream, includesComments } from '#shared/streams.ts';
import { type CampaignRow, fieldsOf, scoringOf } from '#core/inbox/campaigns/rows.ts';
import { isFetchedScope, otherScopesOf } from '#core/inbox/campaigns/streams.ts';
import { listBehind, type CampaignCursor } from '#core/inbox/campaigns/cursor-queries.ts';
import { listCampaignRows } from '#core/inbox/campaigns/queries.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { Example, FeatureReader } from '#core/inbox/learning/features.ts';
import { learnedPoints } from '#core/inbox/learning/layer.ts';
import { listLayers, listPausedRules } from '#core/inbox/learning/queries.ts';
import type { ScoringCampaign } from '#core/scoring/profile.ts';
import type { ItemRow } from '#core/inbox/items/items.ts';

/** A campaign as the scorer needs it. */
export interface ScoredCampaign {
  id: number;
  userId: number;
  version: number;
  scoring: ScoringCampaign;
  /** Whether the campaign monitors the item. */
  takes: (item: ItemOrigin) => boolean;
  /** Points that the campaign's feedback adds to a post. */
  learnedPoints: (example: Example) => number;
}

type ItemOrigin = Pick<ItemRow, 'scope' | 'kind' | 'subreddit_key'>;

/** Whether a stream includes comments, by the key of its items. */
type Monitored = ReadonlyMap<string, boolean>;
const monitoredBy = (streams: readonly CampaignStream[], keysOf: (stream: CampaignStream) => string[]): Monitored =>
  new Map(streams.flatMap((stream) => keysOf(stream).map((key) => [key, stream.comments !== false] as const)));

/** Items from Reddit must be from a stream that the campaign monitors; those of other scopes may be from anywhere. */
export function takesOf(
  { streams }: Pick<CampaignInput, 'streams'>,
  ingestsScope: (scope: string) => boolean,
): (item: ItemOrigin) => boolean {
  const subreddits = monitoredBy(streams, ({ kind, name }) => (kind === 'subreddit' ? [name.toLowerCase()] : []));
  const scopes = monitoredBy(streams, (stream) => otherScopesOf([stream]));
  const search = streams.find(({ kind }) => kind === 'search');
  const everywhere = search && search.comments !== false;
  const imported = includesComments(streams);
  const monitoring = ({ scope, subreddit_key }: ItemOrigin): (boolean | undefined)[] => {
    if (scope === '') return [subreddits.get(subreddit_key), everywhere];
    return [isFetchedScope(scope) ? scopes.get(scope) : imported];
  };
  return (item) =>
    ingestsScope(item.scope) && monitoring(item).some((comments) => comments === true || (comments === false && item.kind === 'post'));
}

interface Learned {
  learnedPoints: ScoredCampaign['learnedPoints'];
  paused: ReadonlySet<string>;
}

function scoredCampaignOf(row: CampaignRow, { learnedPoints: points, paused }: Learned): ScoredCampaign {
  const fields = fieldsOf(row);
  const scopes = new Set([
    `campaign:${row.id}`,
    ...(row.sample === 1 ? [] : ['', `user:${row.user_id}`, ...otherScopesOf(fields.streams)]),
  ]);
  return {
    id: row.id,
    userId: row.user_id,
    version: row.profile_version,
    scoring: { ...scoringOf(String(row.id), fields), paused, owner: String(row.user_id) },
    takes: takesOf(fields, (scope) => scopes.has(scope)),
    learnedPoints: points,
  };
}

/** The campaigns furthest behind, all at the same position, and the position where others join them. */
export interface Group {
  from: number;
  /** Null: until the end of the queue. */
  next: number | null;
  campaigns: CampaignCursor[];
}

/** Scored, but not written yet: its campaigns' stored cursors are still at the group's. */
export interface Unwritten {
  group: Group;
  /** The cursor once it is written. */
  upTo: number;
}

/** Cursors as they will be once the given batch is written. */
function cursorsAfter(behind: readonly CampaignCursor[], { group, upTo }: Unwritten, newest: number): CampaignCursor[] {
  const scored = new Set(group.campaigns.map(({ id }) => id));
  const isScored = ({ id, scored_seq }: CampaignCursor): boolean => scored_seq === group.from && scored.has(id);
  return behind
    .map((cursor) => (isScored(cursor) ? { ...cursor, scored_seq: upTo } : cursor))
    .filter(({ scored_seq }) => scored_seq < newest)
    .toSorted((a, b) => a.scored_seq - b.scored_seq);
}

export async function findGroup(db: Db, newest: number, unwritten: Unwritten | null): Promise<Group | null> {
  const stored = await listBehind(db, newest);
  const behind = unwritten ? cursorsAfter(stored, unwritten, newest) : stored;
  const [first] = behind;
  if (!first) return null;
  const campaigns = behind.filter(({ scored_seq }) => scored_seq === first.scored_seq);
  return { from: first.scored_seq, next: behind[campaigns.length]?.scored_seq ?? null, campaigns };
}

/** Reads campaigns, reusing those that haven't changed since. */
export function createCampaignCache(db: Db, reader: FeatureReader) {
  const kept = new Map<number, { at: string; campaign: ScoredCampaign }>();
  return async (cursors: readonly CampaignCursor[]): Promise<ScoredCampaign[]> => {
    const stamp = (cursor: CampaignCursor): string => `${cursor.profile_version}:${cursor.updated_at}:${cursor.learned_revision}`;
    const wanted = cursors.filter((cursor) => kept.get(cursor.id)?.at !== stamp(cursor)).map(({ id }) => id);
    const layers = await listLayers(db, wanted);
    const pausedRules = await listPausedRules(db, wanted);
    for (const row of await listCampaignRows(db, wanted)) {
      const layer = layers.get(row.id);
      const learned = (example: Example): number => (layer ? learnedPoints(layer, reader.read(example)) : 0);
      kept.set(row.id, {
        at: stamp(row),
        campaign: scoredCampaignOf(row, { learnedPoints: learned, paused: new Set(pausedRules.get(row.id)?.keys()) }),
      });
    }
    return cursors.flatMap(({ id }) => kept.get(id)?.campaign ?? []);
  };
}
