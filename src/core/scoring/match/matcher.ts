import { originOf } from '#shared/origin.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { finish, type Steps } from '#core/platform/slices.ts';
import type { ScoringCampaign } from '../profile.ts';
import { parseRule } from '../rules/parse.ts';
import type { FactNode } from '../rules/tree.ts';
import { type Described, languagesOf } from '#core/text/language.ts';
import { createFolder, foldToString } from '#core/text/fold.ts';
import { automatonSteps, type buildAutomaton } from './automaton.ts';
import { compileRule, inBody, inTitle, PatternTable, type Program, triggersOf } from './program.ts';
import { spelledLength } from './tables.ts';

/** ISO 639 code of an item's language; null when unknown. */
export type LanguageOf = (item: FetchedItem) => string | null;

export interface CampaignMatch {
  campaignId: string;
  /** Text of the matching rules, in the campaign's order. */
  rules: string[];
}

export interface Matcher {
  /** Campaigns with at least one matching rule, in the given order; only among those at `wanted` indexes, if given. */
  match(item: FetchedItem, wanted?: ReadonlySet<number>): CampaignMatch[];
  /** Rules that don't parse; they match nothing. */
  broken: { campaignId: string; rule: string }[];
  /** Campaigns whose rules exceed the limits; they match nothing. */
  tooLarge: string[];
  /** Campaigns without a rule that can match: they are matched by relevance alone. */
  ruleless: ReadonlySet<string>;
  states: number;
}

interface CompiledRule {
  campaign: number;
  text: string;
  program: Program;
}

type MatchedCampaign = Pick<ScoringCampaign, 'id' | 'rules' | 'paused' | 'owner'> & Partial<Described>;

/** Limits of the table's size; a state takes up to 300 bytes. */
export interface MatcherLimits {
  statesPerOwner: number;
  states: number;
}
const unlimited: MatcherLimits = { statesPerOwner: Infinity, states: Infinity };

interface MatcherOptions {
  languageOf?: LanguageOf | undefined;
  limits?: MatcherLimits | undefined;
}

/** Compiles the rules of all campaigns into one automaton. Compile once per change of the rules. */
export const compileMatcher = (campaigns: readonly MatchedCampaign[], languageOf?: LanguageOf): Matcher =>
  finish(matcherSteps(campaigns, { languageOf }));

export function* matcherSteps(
  campaigns: readonly MatchedCampaign[],
  { languageOf = () => null, limits = unlimited }: MatcherOptions,
): Steps<Matcher> {
  const table = new PatternTable();
  const { rules, broken, tooLarge } = yield* compileRules(campaigns, { table, limits });
  const automaton = yield* automatonSteps(table.texts);
  const { byPattern, always } = indexRules(rules, table.texts.length);
  const read = createReader(automaton.scan, table.texts.length);
  const considered = new Int32Array(rules.length);
  let round = 0;
  return {
    broken,
    tooLarge,
    ruleless: new Set(campaigns.filter((campaign) => campaign.rules.length === 0).map((campaign) => campaign.id)),
    states: automaton.states,
    match: (item, wanted) => {
      round += 1;
      const sight = read(item);
      const factOf = factReader(item, languageOf);
      const matched: number[] = [];
      const consider = (index: number): void => {
        const rule = rules[index];
        if (!rule || considered[index] === round || (wanted && !wanted.has(rule.campaign))) return;
        considered[index] = round;
        if (holds(rule.program, { fieldsOf: sight.fieldsOf, factOf })) matched.push(index);
      };
      for (const pattern of sight.hits) for (const index of byPattern[pattern] ?? []) consider(index);
      for (const index of always) consider(index);
      return gather(matched, rules, campaigns);
    },
  };
}

interface Compiled extends Pick<Matcher, 'broken' | 'tooLarge'> {
  rules: CompiledRule[];
}

/** Counts each campaign's share of the table; a campaign that exceeds the limits is left out entirely. */
function createAllowance({ statesPerOwner, states }: MatcherLimits) {
  const byOwner = new Map<string, number>();
  let total = 0;
  return function allow(owner: string, added: number): boolean {
    const own = (byOwner.get(owner) ?? 0) + added;
    if (own > statesPerOwner || total + added > states) return false;
    byOwner.set(owner, own);
    total += added;
    return true;
  };
}

function* compileRules(
  campaigns: readonly MatchedCampaign[],
  { table, limits }: { table: PatternTable; limits: MatcherLimits },
): Steps<Compiled> {
  const rules: CompiledRule[] = [];
  const broken: Matcher['broken'] = [];
  const tooLarge: string[] = [];
  const allow = createAllowance(limits);
  for (const [campaign, described] of campaigns.entries()) {
    const { id, rules: own, paused, owner = id } = described;
    const languages = languagesOf(described);
    const added: CompiledRule[] = [];
    const before = table.texts.length;
    for (const { text } of own) {
      if (paused?.has(text)) continue;
      const parsed = parseRule(text);
      if (parsed.ok) added.push({ campaign, text, program: compileRule(parsed.tree, table, languages) });
      else broken.push({ campaignId: id, rule: text });
      yield;
    }
    const states = table.texts.slice(before).reduce((sum, pattern) => sum + spelledLength(pattern), 0);
    if (allow(owner, states)) rules.push(...added);
    else {
      table.forgetFrom(before);
      tooLarge.push(id);
    }
  }
  return { rules, broken, tooLarge };
}

function indexRules(rules: readonly CompiledRule[], patterns: number): { byPattern: number[][]; always: number[] } {
  const byPattern: number[][] = Array.from({ length: patterns }, () => []);
  const always: number[] = [];
  for (const [index, rule] of rules.entries()) {
    const triggers = triggersOf(rule.program);
    if (triggers) for (const pattern of triggers) byPattern[pattern]?.push(index);
    else always.push(index);
  }
  return { byPattern, always };
}

interface Sight {
  /** Matched patterns, each once. */
  hits: number[];
  fieldsOf: (pattern: number) => number;
}

/** Runs the automaton over title and body, and keeps the positions of patterns until the next item. */
function createReader(scan: ReturnType<typeof buildAutomaton>['scan'], patterns: number): (item: FetchedItem) => Sight {
  const fold = createFolder();
  const fields = new Uint8Array(patterns);
  const hits: number[] = [];
  let field = 0;
  const onHit = (pattern: number): void => {
    const seen = fields[pattern] ?? 0;
    if (seen === 0) hits.push(pattern);
    fields[pattern] = seen | field;
  };
  const fieldsOf = (pattern: number): number => fields[pattern] ?? 0;
  return (item) => {
    for (const pattern of hits) fields[pattern] = 0;
    hits.length = 0;
    field = inTitle;
    scan(fold(item.title), onHit);
    field = inBody;
    if (item.body !== '') scan(fold(item.body), onHit);
    return { hits, fieldsOf };
  };
}

interface Facts {
  fieldsOf: (pattern: number) => number;
  factOf: (fact: FactNode) => boolean;
}

function holds(program: Program, facts: Facts): boolean {
  switch (program.kind) {
    case 'and':
      return program.nodes.every((node) => holds(node, facts));
    case 'or':
      return program.nodes.some((node) => holds(node, facts));
    case 'not':
      return !holds(program.node, facts);
    case 'patterns':
      return program.ids.some((id) => (facts.fieldsOf(id) & program.fields) !== 0);
    default:
      return facts.factOf(program.fact);
  }
}

const folded = (text: string): string => foldToString(text);

function factReader(item: FetchedItem, languageOf: LanguageOf): (fact: FactNode) => boolean {
  const values = new Map<FactNode['field'], string>();
  return ({ field, value, prefix }) => {
    const known = values.get(field);
    const actual = known ?? folded(readFact(item, field, languageOf));
    if (known === undefined) values.set(field, actual);
    if (field === 'flair' || field === 'site') return actual.includes(prefix ? ` ${value}` : ` ${value} `);
    return prefix ? actual.startsWith(` ${value}`) : actual === ` ${value} `;
  };
}

function readFact(item: FetchedItem, field: FactNode['field'], languageOf: LanguageOf): string {
  switch (field) {
    case 'author':
      return item.author ?? '';
    case 'subreddit':
      return item.subreddit;
    case 'flair':
      return item.flair ?? '';
    case 'site':
      // Reddit hosts its posts, so it isn't the site that they are about.
      return hostOf(item.url ?? (originOf(item.fullname) === 'reddit' ? null : item.permalink));
    case 'lang':
      return languageOf(item) ?? '';
    default:
      return item.kind;
  }
}

/** `www.example.com` for the link of a post; empty for self posts and invalid URLs. */
export function hostOf(url: string | null): string {
  if (!url || !URL.canParse(url)) return '';
  return new URL(url).hostname;
}

function gather(matched: number[], rules: readonly CompiledRule[], campaigns: readonly MatchedCampaign[]): CampaignMatch[] {
  const found = new Map<number, string[]>();
  for (const index of matched.sort((a, b) => a - b)) {
    const rule = rules[index];
    if (!rule) continue;
    const texts = found.get(rule.campaign);
    if (texts) texts.push(rule.text);
    else found.set(rule.campaign, [rule.text]);
  }
  return [...found].flatMap(([index, texts]) => {
    const campaign = campaigns[index];
    return campaign ? [{ campaignId: campaign.id, rules: texts }] : [];
  });
}
