import { listCursorsAt, moveCursors, raiseRecency } from '#core/inbox/campaigns/cursor-queries.ts';
import type { ItemRow } from '#core/inbox/items/items.ts';
import { mergeLeads } from '#core/inbox/leads/merge.ts';
import { callBest } from '#core/inbox/posts/calling.ts';
import { markLearningOf } from '#core/inbox/learning/queries.ts';
import {
  closePosts,
  listOpenPosts,
  listPostsNamed,
  listPostsOfItems,
  movePosts,
  type NamedPost,
  upsertScored,
} from '#core/inbox/posts/scored-queries.ts';
import { withoutAi } from '#core/ai/score/candidate.ts';
import type { Trx } from '#core/platform/db/connect.ts';
import { confidenceAt, rankOf } from '#core/scoring/confidence.ts';
import { decide } from '#core/scoring/lead-threshold.ts';
import { countRead, countFetched } from './counts.ts';
import { isFirstOf } from './open-items.ts';
import { indexKept, type Kept, rankFor, scoredPostOf, HeldPosts, postKey as keyOf } from './kept-post.ts';
import type { Group } from './scored-campaign.ts';
import type { NewLead } from '../fetch/tally.ts';
import { type Finding, modelCandidatesOf, type Written } from './finding.ts';
import { insertModelCandidates, saveReadings } from './queries.ts';

export interface Writing {
  group: Group;
  items: readonly ItemRow[];
  findings: readonly Finding[];
  upTo: number;
  now: number;
  /** Stored in `posts.scored_by`. */
  scoredBy: string;
  onStep?: ((step: string) => void) | undefined;
}

/** Campaigns of the group whose state is still the one the batch was scored for, with the last item that their counts include. */
async function listCurrent(trx: Trx, { group }: Writing): Promise<Map<number, number>> {
  const versions = new Map(group.campaigns.map((turn) => [turn.id, turn]));
  const rows = await listCursorsAt(trx, [...versions.keys()], group.from);
  const same = rows.filter((row) => {
    const turn = versions.get(row.id);
    const isSame = turn?.profile_version === row.profile_version && turn.updated_at === row.updated_at;
    return isSame && turn.learned_revision === row.learned_revision;
  });
  return new Map(same.map((row) => [row.id, row.counted_item_id]));
}

async function listHeld(trx: Trx, current: ReadonlySet<number>, items: readonly ItemRow[]): Promise<HeldPosts> {
  const names = [...new Set(items.map(({ fullname }) => fullname))];
  const posts = await listPostsNamed(trx, names);
  return new HeldPosts(posts.filter(({ campaign_id }) => current.has(campaign_id)));
}

/** `campaign item` of the originals that campaigns keep. */
async function listKeptOriginals(trx: Trx, findings: readonly Finding[]): Promise<Set<string>> {
  const originals = [...new Set(findings.flatMap(({ original }) => original ?? []))];
  return new Set((await listOpenPosts(trx, originals)).map((row) => `${row.campaign_id} ${row.fullname}`));
}

/**
 * Recency is as of when the item was found, so that scoring again later doesn't turn leads into posts by age. The floor ignores
 * learned points: a post hidden by them couldn't return when feedback is removed. The best of a day are chosen once all are written.
 */
function decisionOf(
  { campaign, item, result }: Finding,
  { discoveredAt, before }: { discoveredAt: number; before: Kept['decided'] },
): Omit<Kept, 'finding'> | null {
  if (result.outcome !== 'scored' || !result.assessment) return null;
  const { scoring } = campaign;
  const { assessment } = result;
  const plain = confidenceAt(rankOf(assessment.components, scoring.weights, assessment), item.created_at, discoveredAt);
  const rules = scoring.rules.filter(({ text }) => result.matchedRules.includes(text));
  if (plain < scoring.postFloor || (rules.length > 0 && !rules.some(({ minScore = 0 }) => plain >= minScore))) return null;
  const { rank, learnedPoints, merit, score } = rankFor(campaign, item, { assessment, at: discoveredAt });
  const alone = decide({ score, merit, role: assessment.role }, { ...scoring, postFloor: 0 }) === 'lead' ? 'lead' : 'post';
  return { assessment, rank, learnedPoints, merit, decided: scoring.leadThreshold === null ? before : alone, discoveredAt };
}

/** Users' decisions stay; everything else follows the campaign's current state. */
async function writePosts(
  trx: Trx,
  { kept, scoredBy }: { kept: readonly Kept[]; scoredBy: string },
  existing: ReadonlyMap<string, NamedPost>,
): Promise<void> {
  const touched = new Set([...existing].flatMap(([key, post]) => (post.touched === 1 ? [key] : [])));
  for (const own of [true, false]) {
    const rows = kept.map((post) => scoredPostOf(post, scoredBy)).filter((row) => touched.has(keyOf(row.campaign_id, row.item_id)) === own);
    await upsertScored(trx, rows, { touched: own });
  }
}

/** `campaign item` → the id of its post. */
async function listIds(trx: Trx, current: ReadonlySet<number>, kept: readonly Kept[]): Promise<Map<string, number>> {
  const wanted = new Set(kept.map(({ finding }) => keyOf(finding.campaign.id, finding.item.id)));
  const rows = await listPostsOfItems(trx, [...new Set(kept.map(({ finding }) => finding.item.id))]);
  const own = rows.filter((row) => current.has(row.campaign_id) && wanted.has(keyOf(row.campaign_id, row.item_id)));
  return new Map(own.map((row) => [keyOf(row.campaign_id, row.item_id), row.id]));
}

async function moveOn(
  trx: Trx,
  { upTo }: Writing,
  { current, kept }: { current: ReadonlySet<number>; kept: readonly Kept[] },
): Promise<void> {
  await moveCursors(trx, [...current], upTo);
  await raiseRecency(
    trx,
    kept.map(({ finding, rank }) => [finding.campaign.id, rank.recencyPoints] as const),
  );
}

function describeLeads(created: Awaited<ReturnType<typeof mergeLeads>>, leading: readonly Kept[], now: number): NewLead[] {
  return created.map(({ id, campaignId, username }) => {
    const own = leading.filter(
      ({ finding }) => finding.campaign.id === campaignId && finding.item.author?.toLowerCase() === username.toLowerCase(),
    );
    const [first] = own;
    const confidence = Math.max(0, ...own.map(({ finding, rank }) => confidenceAt(rank, finding.item.created_at, now)));
    return {
      id,
      campaignId,
      username,
      confidence,
      userId: first?.finding.campaign.userId ?? 0,
      scope: first?.finding.item.scope ?? '',
      subreddit: first?.finding.item.subreddit ?? '',
    };
  });
}

interface BatchState {
  current: ReadonlySet<number>;
  held: HeldPosts;
  originals: ReadonlySet<string>;
}

const fetchedFirst = (one: Finding, two: Finding): number => Number(one.item.scope !== '') - Number(two.item.scope !== '');

/** Selects what to keep: of similar texts the first, and of one post on Reddit the item that was fetched. */
function sift({ findings, now }: Writing, { current, held, originals }: BatchState): { kept: Kept[]; duplicates: Set<string> } {
  const kept: Kept[] = [];
  const duplicates = new Set<string>();
  const known = new Set(originals);
  for (const finding of findings.toSorted(fetchedFirst)) {
    const { campaign, item, original } = finding;
    const decisionNow = () => {
      const before = held.existing.get(keyOf(campaign.id, item.id));
      return decisionOf(finding, { discoveredAt: before?.discovered_at ?? now, before: before?.decided ?? 'post' });
    };
    if (!current.has(campaign.id) || !decisionNow()) continue;
    const isCopy = !isFirstOf(original === null ? null : `${campaign.id} ${original}`, known);
    const decision = !isCopy && held.claim(campaign.id, item) ? decisionNow() : null;
    if (!decision) duplicates.add(keyOf(campaign.id, item.id));
    else {
      kept.push({ finding, ...decision });
      known.add(`${campaign.id} ${item.fullname}`);
    }
  }
  return { kept, duplicates };
}

/** Saves posts, leads, search index, and cursors of one scored batch in the given transaction. */
export async function saveResults(trx: Trx, writing: Writing): Promise<Written> {
  const { findings, items, now, scoredBy, onStep } = writing;
  onStep?.('begin');
  const countedUpTo = await listCurrent(trx, writing);
  const current = new Set(countedUpTo.keys());
  const held = await listHeld(trx, current, items);
  const originals = await listKeptOriginals(trx, findings);
  const { kept, duplicates } = sift(writing, { current, held, originals });
  const { existing } = held;
  await movePosts(trx, held.moves);
  await writePosts(trx, { kept, scoredBy }, existing);
  if (scoredBy === withoutAi) {
    const keptKeys = new Set(kept.map(({ finding }) => finding));
    const dropped = findings.filter((finding) => current.has(finding.campaign.id) && !keptKeys.has(finding));
    await insertModelCandidates(
      trx,
      modelCandidatesOf(
        dropped.filter(({ campaign, item }) => !duplicates.has(keyOf(campaign.id, item.id))),
        now,
      ),
    );
  }
  await saveReadings(trx, findings, current);
  onStep?.('posts');
  const keys = new Set(kept.map(({ finding }) => keyOf(finding.campaign.id, finding.item.id)));
  const alive = new Set(items.flatMap(({ id, gone }) => (gone === null ? [id] : [])));
  const fallen = [...existing].flatMap(([key, post]) => (!keys.has(key) && post.touched === 0 && alive.has(post.item_id) ? [post.id] : []));
  await closePosts(trx, fallen);
  const ids = await listIds(trx, current, kept);
  const written = [...ids.values()];
  const { leads } = await callBest(trx, written);
  const scoredAnew = [...existing].flatMap(([key, post]) => (keys.has(key) && post.touched === 1 ? [post.id] : []));
  await markLearningOf(trx, scoredAnew);
  await indexKept(trx, kept);
  onStep?.('index');
  const created = await mergeLeads(trx, [...written, ...fallen], now);
  onStep?.('leads');
  const counted = findings.filter(({ campaign, item }) => current.has(campaign.id) && !held.known.has(keyOf(campaign.id, item.id)));
  await countRead(trx, counted, now);
  await countFetched(trx, {
    findings: counted,
    countedUpTo,
    now,
    isNewPost: ({ campaign, item }) => keys.has(keyOf(campaign.id, item.id)) && !existing.has(keyOf(campaign.id, item.id)),
  });
  await moveOn(trx, writing, { current, kept });
  onStep?.('cursors');
  const isLead = ({ finding: { campaign, item }, decided }: Kept): boolean =>
    leads.get(ids.get(keyOf(campaign.id, item.id)) ?? 0) ?? decided === 'lead';
  const newPosts = kept.flatMap(({ finding }) =>
    existing.has(keyOf(finding.campaign.id, finding.item.id)) ? [] : [{ campaignId: finding.campaign.id, scope: finding.item.scope }],
  );
  return { campaigns: current, newPosts, newLeads: describeLeads(created, kept.filter(isLead), now), duplicates };
}
