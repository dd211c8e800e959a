import type { Rule } from '#shared/campaigns.ts';
import { parseRule } from '#core/scoring/rules/parse.ts';
import { listWanted } from '#core/scoring/rules/tree.ts';
import { stemOf } from '#core/scoring/text/stem.ts';
import type { Language } from './language.ts';
import type { Term } from './terms.ts';

export interface ProposedRule {
  rule: Rule;
  why: string;
}

/** A word in fewer discussions than this can stand alone. */
const rareShare = 0.01;
const most = { rare: 6, together: 4, common: 4, company: 6 };
const needWords = [
  'recommend*',
  'alternative',
  'suggestion',
  '"looking for"',
  '"how do"',
  '"what do you use"',
  '"any advice"',
  'need',
  'help',
  'tool',
];

/** A word as a rule should look for it: its other forms too, where cutting it leaves enough of it. */
function asRuleWord(word: string): string {
  const stem = stemOf(word);
  const hasForms = /(?:ing|ed)$/.test(word) ? stem.length >= 5 : /(?:e|es)$/.test(word) && !/wares?$/.test(word) && stem.length >= 6;
  return hasForms && word.startsWith(stem) && stem.length < word.length ? `${stem}*` : word;
}

const perHundred = (share: number): string =>
  share < 0.001 ? 'hardly any' : share < 0.01 ? 'fewer than 1 in 100' : `about ${Math.round(share * 100)} in 100`;

/**
 * Rules from what stands out: rare words alone, neighbours together, commoner words only beside another word of the
 * topic or one of need. Rather wide: what is heard too much is scored low, what is not heard is lost.
 */
export function rulesFrom({ singles, pairs }: { singles: readonly Term[]; pairs: readonly Term[] }): ProposedRule[] {
  const rare = singles.filter(({ share }) => share < rareShare).slice(0, most.rare);
  const common = singles.filter(({ share }) => share >= rareShare).slice(0, most.common);
  const alone = new Set(rare.flatMap(({ stems }) => stems));
  const together = pairs.filter(({ stems }) => !stems.some((stem) => alone.has(stem))).slice(0, most.together);
  const spelled = ({ words }: Term): string => words.map(asRuleWord).join(' ');
  const company = (term: Term): string =>
    [
      ...needWords,
      ...singles
        .filter((other) => other !== term)
        .slice(0, most.company)
        .map(spelled),
    ].join(' OR ');
  const proposed = [
    ...rare.map((term) => ({
      text: spelled(term),
      why: `In ${perHundred(term.share)} discussions elsewhere, and what your text is about`,
    })),
    ...together.map((term) => ({ text: spelled(term), why: 'Your text uses these words together' })),
    ...common.map((term) => ({
      text: `${spelled(term)} (${company(term)})`,
      why: `A common word (in ${perHundred(term.share)} discussions), so only beside another word of the topic or of need`,
    })),
  ];
  return proposed.flatMap(({ text, why }) => (isSound(text) ? [{ rule: { text }, why }] : []));
}

const isSound = (text: string): boolean => parseRule(text).ok;

/** A rule that everybody's small talk would match. */
const everydayShare = 0.08;

/** Whether a rule that a model proposes can be read and asks for something particular. */
export function isUsefulRule(text: string, language: Language): boolean {
  const parsed = parseRule(text);
  if (!parsed.ok) return false;
  return listWanted(parsed.tree).some(
    (leaf) => leaf.kind === 'words' && leaf.words.split(' ').some((word) => language.shareOf(stemOf(word)) < everydayShare),
  );
}
