import { createHash } from 'node:crypto';
import { type CampaignChange, ruleOf } from '#shared/suggestions.ts';
import type { CampaignInput } from '#shared/campaigns.ts';
import type { CampaignStream } from '#shared/streams.ts';
import type { Now } from '#core/platform/clock.ts';
import type { Db } from '#core/platform/db/connect.ts';
import { type FetchedItem, textOnly } from '#core/platform/item.ts';
import { inSlices, type Steps } from '#core/platform/slices.ts';
import { compileWordSets } from '#core/scoring/filters/term-sets.ts';
import { compileMatcher } from '#core/scoring/match/matcher.ts';
import type { FetchReader } from '../campaigns/reading.ts';
import { type CampaignRow, fieldsOf, dismissalOf, type StoredSuggestion } from '../campaigns/rows.ts';
import { otherScopesOf, scopeOf, streamsOf } from '../campaigns/streams.ts';
import { listRecent } from '../items/queries.ts';
import { isRight, teaches } from './lessons.ts';
import { type RatedByRule, ratedOf } from './paused-rules.ts';
import { type OwnText, type Phrase, type PhraseReader, surpriseOf, tongueOf } from './phrases.ts';
import { listLeadTexts, listPauses, type RatedRow } from './queries.ts';

const dayMs = 86_400_000;
/** Nothing is suggested on fewer marks that agree. */
const minMarks = 3;
/** In standard errors: thousands of phrases are compared. */
const minSurprise = 2.5;
/** How many marked and other texts are read. */
const [maxMarked, maxRead] = [200, 1000];
/** With fewer texts to compare with, any phrase looks rare. */
const minRead = 50;
const pageSize = 500;
/** A stream of which less was read may only have had a bad week. */
const minReadOfStream = 20;
/** All marks are bad by chance at most this often, if the others show how many usually are; without a good one, they don't. */
const [maxChance, minAlone] = [0.2, 8];
const [maxOfKind, maxSuggested] = [2, 4];
/** Standard errors in favor of a phrase by its number of words: a third one is often by chance. */
const preference = [0, 0.5, 0.25];

export interface SuggestDeps {
  db: Db;
  now: Now;
  phrases: PhraseReader;
  countRead: FetchReader['countRead'];
}

interface Evidence {
  /** What is changed, in whatever spelling. */
  what: string;
  marked: number;
  read?: number;
}
/** The key is a hash, because what was dismissed must not quote posts. */
const suggestionOf = (change: CampaignChange, { what, marked, read = 0 }: Evidence): StoredSuggestion => ({
  key: createHash('sha256').update(`${change.kind} ${what.toLowerCase()}`).digest('hex').slice(0, 16),
  change,
  marked,
  read,
});

const ownTextOf = ({ kind, title, body }: Pick<RatedRow, 'kind' | 'title' | 'body'>): OwnText => ({
  title: kind === 'post' ? title : '',
  body,
});

function couldBeChance(bad: number, others: readonly RatedRow[]): boolean {
  const good = others.filter(isRight).length;
  return good === 0 ? bad < minAlone : (1 - (good + 0.5) / (others.length + 1)) ** bad > maxChance;
}

/** A stream whose marked posts are all bad. */
function* streamSteps(
  { streams }: CampaignInput,
  rows: readonly RatedRow[],
  countOf: (community: string) => number,
): Steps<StoredSuggestion[]> {
  const found: StoredSuggestion[] = [];
  const named = streams.filter(({ kind }) => kind !== 'search');
  const isFrom = ({ kind, name }: CampaignStream): ((row: RatedRow) => boolean) => {
    if (kind === 'subreddit') return ({ scope, subreddit_key }) => scope === '' && subreddit_key === name.toLowerCase();
    const scopes = new Set(streamsOf({ streams: [{ kind, name }], rules: [], painPoints: [] }).map(scopeOf));
    return ({ scope }) => scopes.has(scope);
  };
  for (const stream of named.length > 1 ? named : []) {
    yield;
    const { kind, name } = stream;
    const comesFrom = isFrom(stream);
    const [own, others] = [rows.filter(comesFrom), rows.filter((row) => !comesFrom(row))];
    if (own.length < minMarks || own.some(isRight) || couldBeChance(own.length, others)) continue;
    const communities = [...new Set(own.map(({ subreddit_key }) => subreddit_key))];
    // What was read in a forum isn't counted by its tags.
    if (others.some(({ subreddit_key }) => communities.includes(subreddit_key))) continue;
    const read = communities.reduce((sum, community) => sum + countOf(community), 0);
    if (read >= minReadOfStream)
      found.push(suggestionOf({ kind: 'dropStream', stream: { kind, name } }, { what: `${kind}:${name}`, marked: own.length, read }));
  }
  return found.toSorted((a, b) => b.marked - a.marked);
}

/** Rules whose marked posts are all bad. A campaign's last rule stays: without one, it matches by relevance alone. */
async function suggestDroppedRules(
  db: Db,
  { id, rules }: { id: number; rules: CampaignInput['rules'] },
  { rows, rated }: { rows: readonly RatedRow[]; rated: RatedByRule },
): Promise<StoredSuggestion[]> {
  if (rules.length < 2) return [];
  const resumed = new Map((await listPauses(db, id)).map((pause) => [pause.rule, pause.resumed_at ?? 0]));
  return rules
    .flatMap(({ text }) => {
      const { right, wrong } = ratedOf(text, rated, resumed.get(text));
      const own = new Set(rated.get(text));
      const others = rows.filter((row) => !own.has(row));
      return right > 0 || wrong < minMarks || couldBeChance(wrong, others)
        ? []
        : [suggestionOf({ kind: 'dropRule', rule: text }, { what: text, marked: wrong })];
    })
    .toSorted((a, b) => b.marked - a.marked);
}

interface Marked {
  agree: readonly OwnText[];
  /** Texts that speak against the change. */
  against: readonly OwnText[];
  /** Read and not marked. */
  read: readonly OwnText[];
}

type Having = (text: OwnText) => ReadonlySet<number>;
const countHaving = function* (texts: readonly OwnText[], having: Having, size: number): Steps<number[]> {
  const counts = Array.from({ length: size }, () => 0);
  for (const text of texts) {
    for (const at of having(text)) counts[at] = (counts[at] ?? 0) + 1;
    yield;
  }
  return counts;
};

interface Found {
  phrase: Phrase;
  marked: number;
  against: number;
  surprise: number;
}

/** Phrases that the agreeing texts share and that are rare in what was read otherwise, most surprising first. */
function* phraseSteps(phrases: PhraseReader, { agree, against, read }: Marked): Steps<Found[]> {
  const tongues = Map.groupBy(agree, tongueOf);
  tongues.delete(null);
  const [main] = [...tongues].toSorted(([, one], [, two]) => two.length - one.length);
  if (!main || main[1].length < minMarks) return [];
  const others: OwnText[] = [];
  for (const text of read) {
    if (tongueOf(text) === main[0]) others.push(text);
    yield;
  }
  if (others.length < minRead) return [];
  const shared = yield* phrases.sharedSteps(main[1], minMarks);
  const having = compileWordSets(shared.map(({ spellings }) => spellings));
  const [marked, opposed, elsewhere] = [
    yield* countHaving(agree, having, shared.length),
    yield* countHaving(against, having, shared.length),
    yield* countHaving(others, having, shared.length),
  ];
  return shared
    .map((phrase, at) => {
      const own = marked[at] ?? 0;
      const surprise = surpriseOf({ having: own, of: agree.length }, { having: elsewhere[at] ?? 0, of: others.length });
      return { phrase, marked: own, against: opposed[at] ?? 0, surprise: surprise + (preference[phrase.words.length - 1] ?? 0) };
    })
    .filter((found) => found.marked >= minMarks && found.surprise >= minSurprise)
    .toSorted((a, b) => b.surprise - a.surprise || a.phrase.text.localeCompare(b.phrase.text));
}

type Suggest = (phrase: Phrase, marked: number) => StoredSuggestion;
type IsDismissed = (suggestion: StoredSuggestion) => boolean;

/** The best that are possible, without those that share a word with a better one, or with one that isn't possible. */
function choose(
  found: readonly Found[],
  { suggest, isPossible, isDismissed }: { suggest: Suggest; isPossible: (found: Found) => boolean; isDismissed: IsDismissed },
): StoredSuggestion[] {
  const { true: possible = [], false: impossible = [] } = Object.groupBy(found, (one) => (isPossible(one) ? 'true' : 'false'));
  const taken = new Set(impossible.flatMap(({ phrase }) => phrase.words));
  const chosen: StoredSuggestion[] = [];
  for (const { phrase, marked } of possible) {
    if (chosen.length === maxOfKind) break;
    if (phrase.words.some((word) => taken.has(word))) continue;
    for (const word of phrase.words) taken.add(word);
    const suggestion = suggest(phrase, marked);
    if (!isDismissed(suggestion)) chosen.push(suggestion);
  }
  return chosen;
}

const itemWith = (body: string): FetchedItem => ({
  ...textOnly,
  fullname: 't3_phrase',
  kind: 'post',
  subreddit: '',
  author: null,
  title: '',
  body,
  createdAt: 0,
});

function isMatched(rules: readonly string[], text: string): boolean {
  const { match } = compileMatcher([{ id: '0', rules: rules.map((rule) => ({ text: rule })) }]);
  return match(itemWith(text)).length > 0;
}

const describedBy = (fields: CampaignInput): string =>
  [
    fields.name,
    fields.offering,
    fields.idealCustomer,
    fields.description,
    ...fields.painPoints,
    ...fields.rules.map(({ text }) => text),
  ].join('\n');

/** Texts of the last 30 days that this campaign's owner may see and hasn't marked in it, newest first. */
async function listRead({ db, now }: SuggestDeps, row: CampaignRow, marked: ReadonlySet<number>): Promise<OwnText[]> {
  const scopes = [`campaign:${row.id}`, `user:${row.user_id}`, ...otherScopesOf(fieldsOf(row).streams), ...(row.sample === 1 ? [] : [''])];
  const read: OwnText[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; read.length < maxRead;) {
    const rows = await listRecent(db, { before, since: now() - 30 * dayMs, scopes, limit: pageSize });
    read.push(...rows.filter(({ id }) => !marked.has(id)).map(ownTextOf));
    before = rows.at(-1)?.seq ?? 0;
    if (rows.length < pageSize) break;
  }
  return read;
}

async function suggestPhrases(
  deps: SuggestDeps,
  { row, rows, isDismissed }: { row: CampaignRow; rows: readonly RatedRow[]; isDismissed: IsDismissed },
): Promise<StoredSuggestion[]> {
  const latest = rows.toSorted((a, b) => b.rated_at - a.rated_at);
  const good = latest.filter(isRight).slice(0, maxMarked).map(ownTextOf);
  const bad = latest
    .filter((one) => !isRight(one))
    .slice(0, maxMarked)
    .map(ownTextOf);
  if (Math.max(good.length, bad.length) < minMarks) return [];
  const fields = fieldsOf(row);
  const read = await listRead(deps, row, new Set(rows.map(({ item_id }) => item_id)));
  const leads = (await listLeadTexts(deps.db, row.id, maxRead)).map(ownTextOf);
  const [wanted, unwanted] = [
    await inSlices(phraseSteps(deps.phrases, { agree: good, against: bad, read })),
    await inSlices(phraseSteps(deps.phrases, { agree: bad, against: [...good, ...leads], read })),
  ];
  const own = fields.rules.map(({ text }) => text);
  const about = describedBy(fields);
  const added = choose(wanted, {
    suggest: ({ text, words }, marked) => suggestionOf({ kind: 'rule', words: text }, { what: words.join(' '), marked }),
    isPossible: ({ phrase, marked, against }) => marked >= 4 * against && !isMatched(own, phrase.text),
    isDismissed,
  });
  const excluded = choose(unwanted, {
    suggest: ({ text, words }, marked) => suggestionOf({ kind: 'exclude', words: text }, { what: words.join(' '), marked }),
    isPossible: ({ phrase, against }) => against === 0 && !phrase.spellings.some((spelling) => isMatched([ruleOf(spelling)], about)),
    isDismissed,
  });
  return [...added, ...excluded];
}

/** Changes to a campaign that its marks suggest. */
export async function suggestChanges(
  deps: SuggestDeps,
  row: CampaignRow,
  { rows, rated }: { rows: readonly RatedRow[]; rated: RatedByRule },
): Promise<StoredSuggestion[]> {
  const taught = rows.filter(teaches);
  if (taught.length < minMarks) return [];
  const fields = fieldsOf(row);
  const counts = await deps.countRead(deps.db, row.id, deps.now() - 30 * dayMs);
  const streams = await inSlices(streamSteps(fields, taught, (community) => counts.get(community) ?? 0));
  const rules = await suggestDroppedRules(deps.db, { id: row.id, rules: fields.rules }, { rows: taught, rated });
  const isDismissed = dismissalOf(row);
  const phrases = await suggestPhrases(deps, { row, rows: taught, isDismissed });
  const found = [...phrases, ...[...rules, ...streams].filter((one) => !isDismissed(one))];
  const ranks = [...Map.groupBy(found, ({ change }) => change.kind).values()];
  // The best of each kind first.
  return Array.from({ length: maxOfKind }, (_, rank) => ranks.flatMap((ofKind) => ofKind[rank] ?? []))
    .flat()
    .slice(0, maxSuggested);
}
