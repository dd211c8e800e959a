import { type CampaignUpdate, campaignInputSchema, type Preview } from '#shared/campaigns.ts';
import { type Actor, ownerOf } from '#core/platform/actor.ts';
import { scoringOf } from '#core/inbox/campaigns/rows.ts';
import { otherScopesOf } from '#core/inbox/campaigns/streams.ts';
import { type QuotaLimits, requireShortRules } from '#core/inbox/campaigns/quota.ts';
import { listCampaignsBy } from '#core/inbox/campaigns/queries.ts';
import { requireSoundRules } from '#core/inbox/campaigns/rules.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { createScorerInSlices, type ScorerResult } from '#core/scoring/scorer.ts';
import { openLanguageOf } from '#core/scoring/text/language.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { inSlices, type Steps } from '#core/platform/slices.ts';
import { createEffects } from './effects.ts';
import { createFitting } from './fitting.ts';
import { listSampleItems } from './sources/sample.ts';
import { itemOf, type ItemRow } from '#core/inbox/items/items.ts';
import { listRecent } from '#core/inbox/items/queries.ts';
import { itemFieldsOf } from '#core/inbox/posts/rows.ts';
import { takesOf } from './scored-campaign.ts';

const day = 86_400_000;
const reach = 30 * day;
const maxItems = 20_000;
const pageSize = 500;
const bestShown = 20;

type ShownItem = Parameters<typeof itemFieldsOf>[0] & Pick<ItemRow, 'author'>;
interface Hit {
  row: ShownItem;
  result: ScorerResult;
}

/** An item to check, and how it is shown. */
interface Checked {
  item: FetchedItem;
  row: ShownItem;
  fetchedAt: number;
  isTaken: boolean;
}

/** Stored items of the last 30 days that this user may see, newest first, at most 20,000; one that was fetched and imported comes once. */
async function* readStored(
  db: Db,
  { owner, others, since }: { owner: string | null; others: readonly string[]; since: number },
): AsyncGenerator<ItemRow[]> {
  const own =
    owner === null ? [] : (await listCampaignsBy(db, { user_id: Number(owner), sample: 0 }, 1000)).map(({ id }) => `campaign:${id}`);
  const scopes = ['', ...others, ...(owner === null ? [] : [`user:${owner}`, ...own])];
  const known = new Set<string>();
  let before = Number.MAX_SAFE_INTEGER;
  for (let read = 0; read < maxItems; read += pageSize) {
    const rows = await listRecent(db, { before, since, scopes, limit: pageSize });
    yield rows.filter(({ fullname }) => !known.has(fullname) && known.add(fullname));
    before = rows.at(-1)?.seq ?? 0;
    if (rows.length < pageSize) return;
  }
}

function shown({ row, result }: Hit, { now, isSample }: { now: number; isSample: boolean }): Preview['best'][number] {
  const assessment = result.assessment;
  return {
    ...itemFieldsOf(row),
    discoveredAt: new Date(now).toISOString(),
    matchedRules: result.matchedRules,
    confidence: result.score ?? 0,
    learnedPoints: 0,
    components: assessment?.components ?? {
      intent: null,
      fit: null,
      relevance: null,
      urgency: null,
      reachability: null,
      recency: null,
      saturation: null,
    },
    evidence: assessment?.evidence ?? [],
    reason: assessment?.reason ?? '',
    scoredBy: 'builtin',
    status: result.decision === 'lead' ? 'lead' : 'new',
    seen: false,
    feedback: null,
    leadId: null,
    goneAt: null,
    sample: isSample,
  };
}

const checkedSample = (item: FetchedItem, now: number): Checked => ({
  item,
  row: { ...item, created_at: item.createdAt, points: item.score, num_comments: item.numComments },
  fetchedAt: now,
  isTaken: true,
});

function* lookAtEach(rows: readonly ItemRow[], takes: (row: ItemRow) => boolean, look: (checked: Checked) => void): Steps<void> {
  for (const row of rows) {
    look({ item: itemOf(row), row, fetchedAt: row.fetched_at, isTaken: takes(row) });
    yield;
  }
}

interface PreviewDeps {
  db: Db;
  now: Now;
  /** Stops between two items. */
  signal?: AbortSignal | undefined;
  limits: QuotaLimits;
}

/** What a campaign would have found. Stores nothing. */
export async function previewCampaign({ db, now, signal, limits }: PreviewDeps, actor: Actor, candidate: CampaignUpdate): Promise<Preview> {
  const owner = ownerOf(actor);
  const fields = campaignInputSchema.parse({
    name: 'Preview',
    ...Object.fromEntries(Object.entries(candidate).filter(([, value]) => value !== undefined)),
  });
  requireShortRules(fields.rules, limits);
  requireSoundRules(fields.rules);
  const at = now();
  const scoring = scoringOf('0', fields);
  const languageOf = await openLanguageOf([scoring]);
  const scorer = await createScorerInSlices({ campaigns: [scoring], now, ...(languageOf ? { languageOf } : {}) }, signal);
  const others = otherScopesOf(fields);
  const takes = takesOf(fields, (scope) => scope === '' || others.includes(scope) || owner !== null);
  const fitting = await createFitting(fields, { languageOf: languageOf ?? undefined, since: at - reach, signal });
  const effects = createEffects(fields);
  const hits: Hit[] = [];
  let considered = 0;
  let oldest = at;
  const look = ({ item, row, fetchedAt, isTaken }: Checked): void => {
    const rules = fitting.look(item, isTaken);
    const [result] = isTaken ? scorer.score(item) : [];
    const isFound = result !== undefined && result.decision !== 'none';
    effects.look({ item, isTaken, rules: isTaken && !isFound ? [] : rules, score: result?.exactScore ?? null });
    if (!isTaken) return;
    considered += 1;
    oldest = Math.min(oldest, fetchedAt);
    if (isFound) hits.push({ row, result });
  };
  let stored = 0;
  for await (const rows of readStored(db, { owner, others, since: at - reach })) {
    stored += rows.length;
    await inSlices(lookAtEach(rows, takes, look), signal);
  }
  const isSample = stored === 0;
  const samples = isSample ? listSampleItems(at).filter(({ kind }) => kind === 'post' || fields.includeComments) : [];
  for (const item of samples) look(checkedSample(item, at));
  const days = Math.max(1, (at - oldest) / day);
  const best = hits.toSorted((a, b) => (b.result.exactScore ?? 0) - (a.result.exactScore ?? 0)).slice(0, bestShown);
  return {
    sample: isSample,
    considered,
    matched: hits.length,
    leads: hits.filter(({ row, result }) => result.decision === 'lead' && row.author !== null).length,
    perDay: Math.round((hits.length / days) * 10) / 10,
    best: best.map((hit) => shown(hit, { now: at, isSample })),
    effects: effects.result(),
    ...fitting.result(at),
    ...(isSample && { pace: [] }),
  };
}
