import { listCampaignsBy } from '#core/inbox/campaigns/queries.ts';
import { type CampaignUpdate, type Preview, type CampaignInput, maxExamples } from '#shared/campaigns.ts';
import { includesComments, namesOf } from '#shared/streams.ts';
import type { Actor } from '#core/platform/actor.ts';
import { otherScopesOf } from '#core/inbox/campaigns/streams.ts';
import { itemOf, type ItemRow } from '#core/inbox/items/items.ts';
import { listRecent } from '#core/inbox/items/queries.ts';
import type { Db } from '#core/platform/db/connect.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { inSlices, type Steps } from '#core/platform/slices.ts';
import { listSampleItems } from '#core/sources/sample.ts';
import { createStreamSuggestions } from './suggest-streams.ts';
import { isOpenTo } from '../pass/open-items.ts';
import { type CandidateDeps, openCandidate } from './candidate.ts';
import { type Hit, keptOf, readBest, shown, rowOfFetched, type ShownItem } from './preview-hits.ts';
import { takesOf } from '../pass/scored-campaign.ts';

const maxTitle = 140;

interface Example {
  title: string;
  score: number;
}

interface Effect {
  matches: number;
  elsewhere: number;
  stored: number;
  examples: Example[];
}

const emptyEffect = (): Effect => ({ matches: 0, elsewhere: 0, stored: 0, examples: [] });

export interface Seen {
  item: FetchedItem;
  /** The campaign monitors the item's stream. */
  isTaken: boolean;
  /** Rules of the campaign that find it; elsewhere, those that match. */
  rules: readonly string[];
  /** Null if it wasn't scored. */
  score: number | null;
}

/** Counts what each rule and subreddit of a campaign finds, and keeps the best titles of each. */
function createRuleEffects({ rules, streams }: CampaignInput) {
  const subreddits = namesOf(streams, 'subreddit');
  const byRule = new Map(rules.map(({ text }) => [text, emptyEffect()]));
  const bySubreddit = new Map(subreddits.map((name) => [name.toLowerCase(), emptyEffect()]));
  return {
    look({ item, isTaken, rules: matched, score }: Seen): void {
      const example = { title: titleOf(item), score: score ?? -1 };
      const subreddit = bySubreddit.get(item.subreddit.toLowerCase());
      if (subreddit) {
        subreddit.stored += 1;
        if (matched.length > 0 && isTaken) count(subreddit, example);
      }
      for (const text of matched) {
        const effect = byRule.get(text);
        if (effect && isTaken) count(effect, example);
        else if (effect) effect.elsewhere += 1;
      }
    },
    result(): Preview['effects'] {
      return {
        rules: [...byRule].map(([text, { matches, elsewhere, examples }]) => ({ text, matches, elsewhere, examples: titlesOf(examples) })),
        subreddits: subreddits.map((name) => {
          const { stored, matches, examples } = bySubreddit.get(name.toLowerCase()) ?? emptyEffect();
          return { name, stored, matches, examples: titlesOf(examples) };
        }),
      };
    },
  };
}

function count(effect: Effect, example: Example): void {
  effect.matches += 1;
  if (effect.examples.some(({ title }) => title === example.title)) return;
  effect.examples = [...effect.examples, example].toSorted((a, b) => b.score - a.score).slice(0, maxExamples);
}

const titlesOf = (examples: readonly Example[]): string[] => examples.map(({ title }) => title);

/** A comment has the title of its thread, which someone else wrote. */
function titleOf({ kind, title, body }: FetchedItem): string {
  const text = (kind === 'post' && title !== '' ? title : body).replaceAll(/\s+/g, ' ').trim();
  return text.length <= maxTitle ? text : `${text.slice(0, maxTitle).toWellFormed().trimEnd()}…`;
}

const maxItems = 20_000;
const pageSize = 500;

/** An item to check, and how it is shown. */
interface Checked {
  item: FetchedItem;
  row: ShownItem;
  stored: ItemRow | null;
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

const checkedSample = (item: FetchedItem, now: number): Checked => ({
  item,
  row: rowOfFetched(item),
  stored: null,
  fetchedAt: now,
  isTaken: true,
});

function* lookAtEach(rows: readonly ItemRow[], takes: (row: ItemRow) => boolean, look: (checked: Checked) => void): Steps<void> {
  for (const row of rows) {
    look({ item: itemOf(row), row, stored: row, fetchedAt: row.fetched_at, isTaken: takes(row) });
    yield;
  }
}

/** What an instance without stored items shows instead. */
const listCheckedSamples = (now: number, includeComments: boolean): Checked[] =>
  listSampleItems(now).flatMap((item) => (item.kind === 'post' || includeComments ? [checkedSample(item, now)] : []));

const day = 86_400_000;
const reach = 30 * day;
const bestShown = 20;

/** What a campaign would have found, through every filter of a run. Stores nothing. Stops between two items. */
export async function previewCampaign(
  deps: CandidateDeps,
  actor: Actor,
  { update, signal }: { update: CampaignUpdate; signal?: AbortSignal | undefined },
): Promise<Preview> {
  const { db, now } = deps;
  const at = now();
  const { owner, fields, scoring, languageOf, ownAccounts, scorer } = await openCandidate(deps, { actor, update, signal });
  const others = otherScopesOf(fields.streams);
  const takes = takesOf(fields, (scope) => scope === '' || others.includes(scope) || owner !== null);
  const fitting = await createStreamSuggestions(fields, { languageOf, since: at - reach, signal });
  const effects = createRuleEffects(fields);
  const hits: Hit[] = [];
  let considered = 0;
  let oldest = at;
  const look = ({ item, row, stored: own, fetchedAt, isTaken }: Checked): void => {
    const rules = fitting.look(item, isTaken);
    const [result] = isTaken ? scorer.score(item) : [];
    const isFound = result !== undefined && result.decision !== 'none';
    effects.look({ item, isTaken, rules: isTaken && !isFound ? [] : rules, score: result?.exactScore ?? null });
    if (!isTaken) return;
    considered += 1;
    oldest = Math.min(oldest, fetchedAt);
    if (result && (result.outcome === 'scored' || scorer.candidatesOf(item, [result]).length > 0))
      hits.push({ item, row, stored: own, result });
  };
  let stored = 0;
  for await (const rows of readStored(db, { owner, others, since: at - reach })) {
    stored += rows.length;
    const open = rows.filter((row) => isOpenTo(row, ownAccounts));
    await inSlices(lookAtEach(open, takes, look), signal);
  }
  const isSample = stored === 0;
  const samples = isSample ? listCheckedSamples(at, includesComments(fields.streams)) : [];
  for (const sample of samples) look(sample);
  const found = keptOf(await readBest(hits, { scorer, candidates: deps.candidates }), scoring, at);
  const days = Math.max(1, (at - oldest) / day);
  const best = found.toSorted((a, b) => (b.result.exactScore ?? 0) - (a.result.exactScore ?? 0)).slice(0, bestShown);
  return {
    sample: isSample,
    considered,
    matched: found.length,
    leads: found.filter(({ row, result }) => result.decision === 'lead' && row.author !== null).length,
    perDay: Math.round((found.length / days) * 10) / 10,
    best: best.map((hit) => shown(hit, { now: at, isSample })),
    effects: effects.result(),
    ...fitting.result(at),
    ...(isSample && { pace: [] }),
  };
}
