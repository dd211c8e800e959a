import { mergeLeads } from '#core/inbox/leads/merge.ts';
import { chunked, type Trx } from '#core/platform/db/connect.ts';
import { confidenceAt, rankOf, type Rank } from '#core/scoring/confidence.ts';
import { indexTexts } from '#core/platform/db/text-search.ts';
import { insertRows, takeNew, updateRows } from '#core/platform/db/many-rows.ts';
import { markLearningOf } from '#core/inbox/learning/marks.ts';
import { decide, recencyOf } from '#core/scoring/arithmetic.ts';
import { withoutAi } from '#core/ai/score/candidate.ts';
import { unseenOf } from './unseen/collect.ts';
import { insertUnseen } from './unseen/queries.ts';
import { countFetched } from './count-fetched.ts';
import type { ItemRow } from '#core/inbox/items/items.ts';
import type { Group } from './scored-campaign.ts';
import type { Finding } from './tally.ts';
import type { NewLead, Written } from './written.ts';

export interface Writing {
  group: Group;
  items: readonly ItemRow[];
  findings: readonly Finding[];
  upTo: number;
  now: number;
  /** For `posts.scored_by`. */
  scoredBy: string;
  onStep?: ((step: string) => void) | undefined;
}

interface ExistingPost {
  id: number;
  campaign_id: number;
  item_id: number;
  status: string;
  touched: number;
  discovered_at: number;
}

const keyOf = (campaignId: number, itemId: number): string => `${campaignId} ${itemId}`;

/** The campaigns of the group that still stand where the batch began, in the state it was scored in. */
async function listCurrent(trx: Trx, { group }: Writing): Promise<Set<number>> {
  const current = new Set<number>();
  const versions = new Map(group.campaigns.map((turn) => [turn.id, turn]));
  for (const ids of chunked([...versions.keys()], 1)) {
    const rows = await trx('campaigns')
      .whereIn('id', ids)
      .where({ scored_seq: group.from, status: 'active' })
      .select<Omit<Group['campaigns'][number], 'scored_seq'>[]>('id', 'profile_version', 'updated_at', 'learned_revision')
      .limit(ids.length);
    for (const row of rows) {
      const turn = versions.get(row.id);
      const isSame = turn?.profile_version === row.profile_version && turn.updated_at === row.updated_at;
      if (isSame && turn.learned_revision === row.learned_revision) current.add(row.id);
    }
  }
  return current;
}

async function listExisting(trx: Trx, current: ReadonlySet<number>, items: readonly ItemRow[]): Promise<Map<string, ExistingPost>> {
  const existing = new Map<string, ExistingPost>();
  for (const ids of chunked(
    items.map(({ id }) => id),
    1,
  )) {
    const rows = await trx('posts')
      .whereIn('item_id', ids)
      .select<ExistingPost[]>('id', 'campaign_id', 'item_id', 'status', 'touched', 'discovered_at')
      .limit(1_000_000);
    for (const row of rows) if (current.has(row.campaign_id)) existing.set(keyOf(row.campaign_id, row.item_id), row);
  }
  return existing;
}

/** Which campaigns keep a post of each of these originals. */
async function listKeptOriginals(trx: Trx, findings: readonly Finding[]): Promise<Set<string>> {
  const originals = [...new Set(findings.flatMap(({ original }) => original ?? []))];
  const kept = new Set<string>();
  for (const chunk of chunked(originals, 1)) {
    const rows = await trx('posts')
      .join('items', 'items.id', 'posts.item_id')
      .whereIn('items.fullname', chunk)
      .where('posts.open', 1)
      .select<{ campaign_id: number; fullname: string }[]>('posts.campaign_id', 'items.fullname')
      .limit(1_000_000);
    for (const row of rows) kept.add(`${row.campaign_id} ${row.fullname}`);
  }
  return kept;
}

export interface Kept {
  finding: Finding;
  rank: Rank;
  learnedPoints: number;
  decided: 'lead' | 'post';
  discoveredAt: number;
}

/**
 * By how fresh the item was when it was found, so that scoring again later does not turn leads into posts by age.
 * What is kept at all goes by the score without what was learned: what learning hid could not come back when a
 * feedback is taken back.
 */
function decisionOf({ campaign, item, verdict }: Finding, discoveredAt: number): Omit<Kept, 'finding'> | null {
  if (verdict.outcome !== 'scored' || !verdict.assessment) return null;
  const { scoring } = campaign;
  const { components, role } = verdict.assessment;
  const plain = confidenceAt(rankOf(components, scoring.weights, verdict.assessment), item.created_at, discoveredAt);
  const rules = scoring.rules.filter(({ text }) => verdict.matchedRules.includes(text));
  if (plain < scoring.postFloor || (rules.length > 0 && !rules.some(({ minScore = 0 }) => plain >= minScore))) return null;
  const { kind, subreddit_key: subreddit, title, body, created_at } = item;
  const aged = { ...components, recency: recencyOf(created_at, discoveredAt) };
  const learnedPoints = campaign.learnedPoints({ components: aged, role, kind, subreddit, title, body });
  const rank = rankOf(components, scoring.weights, { ...verdict.assessment, learnedPoints });
  const decided = decide(confidenceAt(rank, created_at, discoveredAt), role, { ...scoring, postFloor: 0 }) === 'lead' ? 'lead' : 'post';
  return { rank, learnedPoints, decided, discoveredAt };
}

export const scoredColumns = [
  'matched_rules',
  'components',
  'evidence',
  'role',
  'solved',
  'fit_none',
  'reason',
  'scored_by',
  'static_points',
  'recency_points',
  'cap',
  'learned_points',
  'decided',
];

export function rowOf({ finding, rank, learnedPoints, decided, discoveredAt }: Kept, scoredBy: string) {
  const { campaign, item, verdict } = finding;
  const assessment = verdict.assessment;
  return {
    campaign_id: campaign.id,
    user_id: campaign.userId,
    item_id: item.id,
    kind: item.kind,
    subreddit_key: item.subreddit_key,
    author_key: item.author?.toLowerCase() ?? null,
    matched_rules: JSON.stringify(verdict.matchedRules),
    components: JSON.stringify(assessment?.components ?? {}),
    evidence: JSON.stringify(assessment?.evidence ?? []),
    role: assessment?.role ?? 'other',
    solved: assessment?.solved ? 1 : 0,
    fit_none: assessment?.fitNone ? 1 : 0,
    reason: assessment?.reason ?? '',
    scored_by: scoredBy,
    static_points: rank.staticPoints,
    recency_points: rank.recencyPoints,
    cap: rank.cap,
    learned_points: learnedPoints,
    decided,
    created_at: item.created_at,
    discovered_at: discoveredAt,
    open: 1,
    status: decided === 'lead' && item.author !== null ? 'lead' : 'new',
  };
}

/** What the user decided stays theirs; everything else follows the campaign as it is now. */
async function writePosts(
  trx: Trx,
  { kept, scoredBy }: { kept: readonly Kept[]; scoredBy: string },
  existing: ReadonlyMap<string, ExistingPost>,
): Promise<void> {
  const touched = new Set([...existing].flatMap(([key, post]) => (post.touched === 1 ? [key] : [])));
  for (const own of [true, false]) {
    const rows = kept.map((post) => rowOf(post, scoredBy)).filter((row) => touched.has(keyOf(row.campaign_id, row.item_id)) === own);
    const taken = own ? scoredColumns : [...scoredColumns, 'author_key', 'status', 'open'];
    await insertRows(trx, 'posts', { rows, onConflict: `(campaign_id, item_id) ${takeNew(taken)}` });
  }
}

async function listIds(
  trx: Trx,
  current: ReadonlySet<number>,
  kept: readonly Kept[],
): Promise<{ id: number; campaign_id: number; item_id: number }[]> {
  const wanted = new Set(kept.map(({ finding }) => keyOf(finding.campaign.id, finding.item.id)));
  const ids = [...new Set(kept.map(({ finding }) => finding.item.id))];
  const rows = [];
  for (const chunk of chunked(ids, 1))
    rows.push(
      ...(await trx('posts')
        .whereIn('item_id', chunk)
        .select<{ id: number; campaign_id: number; item_id: number }[]>('id', 'campaign_id', 'item_id')
        .limit(1_000_000)),
    );
  return rows.filter((row) => current.has(row.campaign_id) && wanted.has(keyOf(row.campaign_id, row.item_id)));
}

/** Makes kept texts searchable for everybody who has a post of them. */
export async function indexKept(trx: Trx, kept: readonly Kept[]): Promise<void> {
  const items = new Map(kept.map(({ finding }) => [finding.item.id, finding.item]));
  for (const ids of chunked([...items.keys()], 1)) {
    const owners = await trx('posts')
      .whereIn('item_id', ids)
      .distinct()
      .select<{ item_id: number; user_id: number }[]>('item_id', 'user_id')
      .limit(1_000_000);
    const byItem = Map.groupBy(owners, (row) => row.item_id);
    const texts = ids.flatMap((itemId) => {
      const item = items.get(itemId);
      return item
        ? [
            {
              itemId,
              title: item.title,
              body: item.body,
              author: item.author,
              userIds: (byItem.get(itemId) ?? []).map(({ user_id }) => user_id),
            },
          ]
        : [];
    });
    await indexTexts(trx, texts);
  }
}

async function moveCursors(
  trx: Trx,
  { upTo }: Writing,
  { current, kept }: { current: ReadonlySet<number>; kept: readonly Kept[] },
): Promise<void> {
  for (const ids of chunked([...current], 1)) await trx('campaigns').whereIn('id', ids).update({ scored_seq: upTo });
  const most = new Map<number, number>();
  for (const { finding, rank } of kept) most.set(finding.campaign.id, Math.max(most.get(finding.campaign.id) ?? 0, rank.recencyPoints));
  for (const [id, points] of most)
    await trx('campaigns').where({ id }).where('max_recency_points', '<', points).update({ max_recency_points: points });
}

function describeLeads(created: Awaited<ReturnType<typeof mergeLeads>>, kept: readonly Kept[], now: number): NewLead[] {
  return created.map(({ id, campaignId, username }) => {
    const own = kept.filter(
      ({ finding, decided }) =>
        finding.campaign.id === campaignId && finding.item.author?.toLowerCase() === username.toLowerCase() && decided === 'lead',
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

interface Ground {
  current: ReadonlySet<number>;
  existing: ReadonlyMap<string, ExistingPost>;
  originals: ReadonlySet<string>;
}

/** What is worth keeping; of texts alike a campaign keeps the first. */
function sift({ findings, now }: Writing, { current, existing, originals }: Ground): { kept: Kept[]; duplicates: Set<string> } {
  const kept: Kept[] = [];
  const duplicates = new Set<string>();
  const known = new Set(originals);
  for (const finding of findings) {
    const { campaign, item, original } = finding;
    const decision = current.has(campaign.id) ? decisionOf(finding, existing.get(keyOf(campaign.id, item.id))?.discovered_at ?? now) : null;
    if (!decision) continue;
    if (original !== null && known.has(`${campaign.id} ${original}`)) duplicates.add(keyOf(campaign.id, item.id));
    else {
      kept.push({ finding, ...decision });
      known.add(`${campaign.id} ${item.fullname}`);
    }
  }
  return { kept, duplicates };
}

/** Posts, leads, search index and cursors of one scored batch, in the transaction that it is given. */
export async function writeFindings(trx: Trx, writing: Writing): Promise<Written> {
  const { findings, items, now, scoredBy, onStep } = writing;
  onStep?.('begin');
  const current = await listCurrent(trx, writing);
  const existing = await listExisting(trx, current, items);
  const originals = await listKeptOriginals(trx, findings);
  const { kept, duplicates } = sift(writing, { current, existing, originals });
  await writePosts(trx, { kept, scoredBy }, existing);
  if (scoredBy === withoutAi) {
    const keptKeys = new Set(kept.map(({ finding }) => finding));
    const dropped = findings.filter((finding) => current.has(finding.campaign.id) && !keptKeys.has(finding));
    await insertUnseen(
      trx,
      unseenOf(
        dropped.filter(({ campaign, item }) => !duplicates.has(keyOf(campaign.id, item.id))),
        now,
      ),
    );
  }
  onStep?.('posts');
  const keys = new Set(kept.map(({ finding }) => keyOf(finding.campaign.id, finding.item.id)));
  const alive = new Set(items.flatMap(({ id, gone }) => (gone === null ? [id] : [])));
  const fallen = [...existing].flatMap(([key, post]) => (!keys.has(key) && post.touched === 0 && alive.has(post.item_id) ? [post.id] : []));
  await updateRows(
    trx,
    'posts',
    fallen.map((id) => ({ id, open: 0 })),
  );
  const written = await listIds(trx, current, kept);
  const scoredAnew = [...existing].flatMap(([key, post]) => (keys.has(key) && post.touched === 1 ? [post.id] : []));
  await markLearningOf(trx, scoredAnew);
  await indexKept(trx, kept);
  onStep?.('index');
  const created = await mergeLeads(trx, [...written.map(({ id }) => id), ...fallen], now);
  onStep?.('leads');
  await countFetched(trx, {
    findings,
    current,
    now,
    isNewPost: ({ campaign, item }) => keys.has(keyOf(campaign.id, item.id)) && !existing.has(keyOf(campaign.id, item.id)),
  });
  await moveCursors(trx, writing, { current, kept });
  onStep?.('cursors');
  const newPosts = kept.flatMap(({ finding }) =>
    existing.has(keyOf(finding.campaign.id, finding.item.id)) ? [] : [{ campaignId: finding.campaign.id, scope: finding.item.scope }],
  );
  return { campaigns: current, newPosts, newLeads: describeLeads(created, kept, now), duplicates };
}
