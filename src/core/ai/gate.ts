import { createHash } from 'node:crypto';
import type { FetchedItem } from '#core/platform/item.ts';
import { isLikeRequests, type FilterResult } from '#core/scoring/scorer.ts';

/** Beyond this a body says something of its own; below it thanks its readers. */
const shortBody = 80;
const longestTitle = 300;
const asks = [
  String.raw`[?？]\s*$`,
  '^(?:any(?:one|body)?|best|which|what|where|who|how|need(?:ed|ing)?|looking|searching|seeking|iso|wanted|suggest(?:ions?)?|recommend(?:ations?)?|help|alternatives?)\\b',
  '\\b(?:looking for|in search of|recommend(?:ations?|ed)?|suggestions?|alternatives?|need an?|advice)\\b',
  '\\b(?:suche|gesucht|empfehl\\w*|welche[rs]?|busco|recomend\\w*|cu[aá]l|cherche|recommand\\w*|quels?|quelles?|procuro|qual|zoek|aanrad\\w*|welke)\\b',
];
const ask = new RegExp(asks.join('|'), 'iu');

/** A post whose title is all of it, and asks for something. */
export function isTitleAsk({ kind, title, body }: Pick<FetchedItem, 'kind' | 'title' | 'body'>): boolean {
  return kind === 'post' && body.trim().length <= shortBody && ask.test(title.slice(0, longestTitle).trim());
}

/**
 * What a model should see, whatever the built-in scorer makes of it: what the rules hit, what is like the campaign's
 * requests, and every ask that is a title alone. Cheap, and rather too wide: nothing is lost by asking.
 */
export const passesGate = (item: FetchedItem, verdict: Pick<FilterResult, 'outcome' | 'likeness'>): boolean =>
  verdict.outcome === 'scored' || (verdict.outcome === 'unmatched' && (isTitleAsk(item) || isLikeRequests(verdict)));

const auditOneIn = 50;

/** 2 % of everything, the same ones in every run. */
export const isAudited = (campaignId: string, fullname: string): boolean =>
  createHash('sha256').update(`${campaignId} ${fullname}`).digest().readUInt32BE(0) % auditOneIn === 0;
