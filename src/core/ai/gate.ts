import { createHash } from 'node:crypto';
import type { FetchedItem } from '#core/platform/item.ts';
import { askOddsOf } from '#core/scoring/assess/title-form.ts';
import { isLikeRequests, type ScorerResult } from '#core/scoring/scorer.ts';

/** A longer body is part of the question; a shorter one only says "Thanks!" or the like. */
const shortBody = 80;
const longestTitle = 300;
const asks = [
  String.raw`[?？]\s*$`,
  '^(?:any(?:one|body)?|best|which|what|where|who|how|need(?:ed|ing)?|looking|searching|seeking|iso|wanted|suggest(?:ions?)?|recommend(?:ations?)?|help|alternatives?)\\b',
  '\\b(?:looking for|in search of|recommend(?:ations?|ed)?|suggestions?|alternatives?|need an?|advice)\\b',
  '\\b(?:suche|gesucht|empfehl\\w*|welche[rs]?|busco|recomend\\w*|cu[aá]l|cherche|recommand\\w*|quels?|quelles?|procuro|qual|zoek|aanrad\\w*|welke)\\b',
];
const ask = new RegExp(asks.join('|'), 'iu');

/** Log odds above which the form of a title may be an ask. Below even, because a model call costs less than a missed lead. */
const minAskOdds = -1.25;

/** Whether the title is the whole post and may ask for something, by its words or, if nothing stands below it, by its form. */
export function isTitleAsk({ kind, title, body }: Pick<FetchedItem, 'kind' | 'title' | 'body'>): boolean {
  if (kind !== 'post' || body.trim().length > shortBody) return false;
  const start = title.slice(0, longestTitle).trim();
  return ask.test(start) || (body.trim() === '' && askOddsOf(start) > minAskOdds);
}

/**
 * Which items a model scores, regardless of their built-in score: items that match the rules, resemble the campaign's
 * requests, or ask in the title alone. Deliberately wide: a model call costs less than a missed lead.
 */
export const passesGate = (item: FetchedItem, result: Pick<ScorerResult, 'outcome' | 'likeness'>): boolean =>
  result.outcome === 'scored' || (result.outcome === 'unmatched' && (isTitleAsk(item) || isLikeRequests(result)));

const auditOneIn = 50;

/** Selects 2% of all items, the same ones in every run. */
export const isAudited = (campaignId: string, fullname: string): boolean =>
  createHash('sha256').update(`${campaignId} ${fullname}`).digest().readUInt32BE(0) % auditOneIn === 0;
