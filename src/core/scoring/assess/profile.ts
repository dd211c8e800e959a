import type { Background } from '../background.ts';
import type { Likeness } from '../likeness.ts';
import type { ScoringCampaign } from '../profile.ts';
import type { Vocabulary } from '../reading/vocabulary.ts';
import { parseRule } from '../rules/parse.ts';
import { listWanted } from '../rules/tree.ts';
import { foldedString, foldText } from '../text/fold.ts';
import { stemOf } from '../text/stem.ts';

/** What scorers share for all campaigns. */
export interface Language {
  background: Background;
  likeness: Likeness;
  vocabulary: Vocabulary;
}

/** A campaign as the built-in scorer compares texts with it. */
export interface Profile {
  campaign: ScoringCampaign;
  language: Language;
  /** Stem → how much it speaks for the campaign, 0 to about 1. */
  terms: ReadonlyMap<number, number>;
  ruleStems: ReadonlySet<number>;
  /** Sum of the vectors of what is offered, and of whom it is for. */
  offering: Float32Array;
  customer: Float32Array;
}

const ruleWeight = 1;
const offeringWeight = 0.6;
const customerWeight = 0.3;
/** Stems in more documents than this say nothing of a trade. */
const commonShare = 0.12;

export function compileProfile(campaign: ScoringCampaign, language: Language): Profile {
  const rules = campaign.rules.flatMap(({ text }) => wantedWords(text));
  const offered = campaign.offering === '' ? campaign.description : campaign.offering;
  const terms = new Map<number, number>();
  const put = (texts: readonly string[], weight: number): void => {
    for (const stem of texts.flatMap((text) => stemsOf(text, language.vocabulary))) {
      if (rarityOf(stem, language.background) > rarityAt(commonShare, language.background))
        terms.set(stem, Math.max(terms.get(stem) ?? 0, weight * rarityOf(stem, language.background)));
    }
  };
  put(rules, ruleWeight);
  put([offered, ...campaign.painPoints], offeringWeight);
  put([campaign.idealCustomer], customerWeight);
  const vectorOf = (text: string): Float32Array =>
    language.likeness.sum(stemsOf(text, language.vocabulary).map((stem) => [stem, tellingWeight(stem, language.background)] as const));
  return {
    campaign,
    language,
    terms,
    ruleStems: new Set(rules.flatMap((text) => stemsOf(text, language.vocabulary))),
    offering: vectorOf([offered, ...campaign.painPoints, ...rules].join(' ')),
    customer: vectorOf(campaign.idealCustomer),
  };
}

function wantedWords(rule: string): string[] {
  const parsed = parseRule(rule);
  return parsed.ok ? listWanted(parsed.tree).flatMap((leaf) => (leaf.kind === 'words' ? [leaf.words] : [])) : [];
}

function stemsOf(text: string, vocabulary: Vocabulary): number[] {
  const words = foldedString(foldText(text)).trim().split(' ');
  return words.filter((word) => word !== '').map((word) => vocabulary.add(stemOf(word)));
}

/** Inverse document frequency, scaled to 0 for everywhere and about 1 for hardly anywhere. */
export function rarityOf(stem: number, { frequencies, documents }: Background): number {
  return Math.log((documents + 1) / ((frequencies[stem] ?? 3) + 0.5)) / Math.log(documents);
}

const rarityAt = (share: number, { documents }: Background): number => Math.log(1 / share) / Math.log(documents);

/** Weight of a stem in a sum of vectors; function words have none. */
export function tellingWeight(stem: number, background: Background): number {
  const rarity = rarityOf(stem, background);
  return rarity > rarityAt(commonShare, background) ? rarity : 0;
}
