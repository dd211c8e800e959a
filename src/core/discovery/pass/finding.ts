import { createHash } from 'node:crypto';
import { type ItemRow, itemOf } from '#core/inbox/items/items.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { type ScorerResult, mayBeLead } from '#core/scoring/scorer.ts';
import { compileLexicons, listCues } from '#core/text/cues.ts';
import { languageOf } from '#core/text/language.ts';
import type { Cue } from '#core/text/lexicon.ts';
import { splitSentences } from '#core/text/sentences.ts';
import { tokensIn } from '#core/text/tokens.ts';
import { type NewLead, newTally, type Tally } from '../fetch/tally.ts';
import type { ModelCandidate } from './queries.ts';
import type { ScoredCampaign } from './scored-campaign.ts';

/** A longer body is part of the question; a shorter one only says "Thanks!" or the like. */
const shortBody = 80;
const longestTitle = 300;
const asks = [
  String.raw`[?？]\s*$`,
  '^(?:any(?:one|body)?|best|which|what|where|who|how|need(?:ed|ing)?|looking|searching|seeking|iso|wanted|suggest(?:ions?)?|recommend(?:ations?)?|help|alternatives?)\\b',
  '\\b(?:looking for|in search of|recommend(?:ations?|ed)?|suggestions?|alternatives?|need an?|advice)\\b',
  '\\b(?:or|vs|versus|instead of|leaving|replac\\w*|switch\\w*)\\b',
  '\\b(?:suche|gesucht|empfehl\\w*|welche[rs]?|busco|recomend\\w*|cu[aá]l|cherche|recommand\\w*|quels?|quelles?|procuro|qual|zoek|aanrad\\w*|welke)\\b',
];
const ask = new RegExp(asks.join('|'), 'iu');

/** What a title without a phrase of asking may say if its author wants a thing: for whom it is, or what it must do. */
const wish =
  /\b(?:who|which|where|what|does|please|no|near|recs?|hiring|buying|anybody|someone|somebody|something|that (?:can|works?|fits?|handles?|isn'?t|won'?t|doesn'?t))\b/iu;

const needs: ReadonlySet<Cue> = new Set(['seek', 'choose', 'help', 'pain', 'lacks', 'urgency', 'budget']);

/** Whether a title that is all its author says asks or tells of trouble. */
function showsNeed(title: string): boolean {
  const tokens = tokensIn(title);
  const phrases = compileLexicons()[languageOf(tokens)];
  for (const token of tokens) token.phrase = phrases.wordOf(token.text);
  const sentences = splitSentences({ tokens, titleLength: tokens.length, title, body: '' });
  return sentences.some(({ question }) => question) || listCues(tokens, sentences, phrases).some(({ cue }) => needs.has(cue));
}

/** Whether the title is the whole post and may ask for something, by its words or, if nothing stands below it, by its phrases. */
export function isTitleAsk({ kind, title, body }: Pick<FetchedItem, 'kind' | 'title' | 'body'>): boolean {
  if (kind !== 'post' || body.trim().length > shortBody) return false;
  const start = title.slice(0, longestTitle).trim();
  return ask.test(start) || (body.trim() === '' && (wish.test(start) || showsNeed(start)));
}

/**
 * Which items a model scores, regardless of their built-in score: items that match the rules, may be leads by the cheap
 * stage, or ask in the title alone. Deliberately wide: a model call costs less than a missed lead.
 */
const passesGate = (item: FetchedItem, result: Pick<ScorerResult, 'outcome' | 'cheap'>): boolean =>
  result.outcome === 'scored' || (result.outcome === 'unmatched' && (isTitleAsk(item) || mayBeLead(result)));

const auditOneIn = 50;

/** Selects 2% of all items, the same ones in every run. */
const isAudited = (campaignId: string, fullname: string): boolean =>
  createHash('sha256').update(`${campaignId} ${fullname}`).digest().readUInt32BE(0) % auditOneIn === 0;

/** The result for one campaign and one item. */
export interface Finding {
  campaign: ScoredCampaign;
  item: ItemRow;
  result: ScorerResult;
  /** Fullname of an earlier item with nearly the same text. */
  original: string | null;
}

/** A request that no rule matched has no score, but deserves a look before items that scored next to nothing. */
const unscored = 20;

/** Which findings, none of them kept, a model should see: all that pass the gate, and a sample of the others. */
export function modelCandidatesOf(findings: readonly Finding[], now: number): ModelCandidate[] {
  return findings.flatMap(({ campaign, item, result }): ModelCandidate[] => {
    if (item.gone !== null || result.reason?.startsWith('blacklisted')) return [];
    const passes = passesGate(itemOf(item), result);
    if (!passes && !isAudited(String(campaign.id), item.fullname)) return [];
    return [
      {
        campaign_id: campaign.id,
        item_id: item.id,
        profile_version: campaign.version,
        route: passes ? 'gate' : 'audit',
        score: result.score ?? unscored,
        found_at: now,
      },
    ];
  });
}

/** Result of saving a batch of findings. */
export interface Written {
  /**
   * Campaigns whose cursor advanced. After a concurrent update by another process or an edit, the campaign waits for its own
   * batch.
   */
  campaigns: ReadonlySet<number>;
  newPosts: { campaignId: number; scope: string }[];
  newLeads: NewLead[];
  /** `campaign item` of what wasn't kept because the campaign already has nearly the same text. */
  duplicates: ReadonlySet<string>;
}

export function talliesOf(findings: readonly Finding[], written: Written): Tally[] {
  const tallies = new Map<string, Tally>();
  const tallyFor = (campaignId: number, scope: string): Tally => {
    const key = `${campaignId} ${scope}`;
    const tally = tallies.get(key) ?? newTally(campaignId, scope);
    tallies.set(key, tally);
    return tally;
  };
  for (const { campaign, item, result } of findings) {
    if (!written.campaigns.has(campaign.id)) continue;
    const tally = tallyFor(campaign.id, item.scope);
    tally.scored += 1;
    if (result.outcome === 'scored') tally.matched += 1;
    const reason = written.duplicates.has(`${campaign.id} ${item.id}`) ? 'near-duplicate' : result.reason;
    if (reason !== null) tally.filtered[reason] = (tally.filtered[reason] ?? 0) + 1;
  }
  for (const { campaignId, scope } of written.newPosts) tallyFor(campaignId, scope).posts += 1;
  for (const { campaignId, scope, subreddit } of written.newLeads) {
    const tally = tallyFor(campaignId, scope);
    tally.leads += 1;
    tally.leadsBySubreddit.set(subreddit, (tally.leadsBySubreddit.get(subreddit) ?? 0) + 1);
  }
  return [...tallies.values()];
}
