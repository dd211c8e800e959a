import { stemOf } from '#core/scoring/text/stem.ts';
import { type Language, tokensIn } from './language.ts';

export interface Term {
  /** Folded, in its first form in the text. */
  words: string[];
  stems: string[];
  count: number;
  /** How much the term stands out; comparable only within one text. */
  strength: number;
  /** Share (0 to 1) of all discussions that contain its rarest word. */
  share: number;
  /** How related a single word is to the rest of the text, -1 to 1; null if the background table doesn't know it. */
  company: number | null;
}

/** Stems in more discussions than this don't characterize an industry; same value as in the scorer's profile. */
const commonShare = 0.12;
const shortestWord = 3;
/** Floor for unrelated words ("awkward", "dear"), which rank after related ones. */
const leastCompany = 0.2;
/** For words that aren't in the background table. */
const unknownCompany = 0.4;

interface Token {
  word: string;
  stem: string;
}

/**
 * The terms that characterize a text compared with ordinary discussions: single words and adjacent pairs, strongest
 * first. On a website (`isSite`), a word that isn't in the background table must occur twice: it may be a name.
 */
export function listTerms(
  text: string,
  language: Language,
  { except, isSite }: { except: ReadonlySet<string>; isSite: boolean },
): { singles: Term[]; pairs: Term[] } {
  const known = tokensIn(text).map((word) =>
    word !== null && isDistinctive(word, language) && !except.has(word) ? { word, stem: stemOf(word) } : null,
  );
  const company = language.companyOf([...new Set(known.flatMap((each) => each?.stem ?? []))]);
  const weightOf = (stem: string): number =>
    language.isSalesTalk(stem)
      ? 0.4
      : Math.log(commonShare / language.shareOf(stem)) * Math.max(leastCompany, company.get(stem) ?? unknownCompany);
  const singles = gather(
    known.map((each) => (each && !language.isSalesTalk(each.stem) ? [each] : [])),
    weightOf,
    language,
  );
  const pairsOfText = known.map((each, at) => pairOf(known[at - 1] ?? null, each, language));
  const pairs = gather(pairsOfText, (stem) => weightOf(stem) * 0.6, language);
  const withCompany = singles.map((term) => Object.assign(term, { company: company.get(term.stems[0] ?? '') ?? null }));
  return { singles: withCompany.filter(({ count, company: shared }) => !isSite || count > 1 || shared !== null), pairs };
}

function pairOf(before: Token | null, word: Token | null, { isSalesTalk }: Language): Token[] {
  if (!before || !word || before.stem === word.stem) return [];
  return isSalesTalk(before.stem) && isSalesTalk(word.stem) ? [] : [before, word];
}

function gather(occurrences: readonly Token[][], weightOf: (stem: string) => number, { shareOf }: Language): Term[] {
  const found = new Map<string, Term>();
  for (const words of occurrences) {
    if (words.length === 0) continue;
    const stems = words.map(({ stem }) => stem);
    const strength = stems.reduce((sum, stem) => sum + weightOf(stem), 0);
    const known = found.get(stems.join(' '));
    if (known) {
      known.count += 1;
      known.strength += strength / 2;
    } else
      found.set(stems.join(' '), {
        words: words.map(({ word }) => word),
        stems,
        count: 1,
        strength,
        share: Math.min(...stems.map(shareOf)),
        company: null,
      });
  }
  return [...found.values()].sort((one, other) => other.strength - one.strength);
}

const isDistinctive = (word: string, { shareOf, isFunctionWord }: Language): boolean =>
  word.length >= shortestWord && !/^\d|ly$/.test(word) && !isFunctionWord(word) && shareOf(stemOf(word)) < commonShare;
