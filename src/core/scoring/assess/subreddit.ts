import type { Profile } from './profile.ts';

const shortestName = 3;
const termWorth = 1.3;

/** How much of the offering a subreddit's name contains, 0 to 1. */
export function nameOf({ strongest, terms, language }: Profile, subreddit: string): number {
  const name = subreddit.toLowerCase();
  const found = strongest.find((stem) => isIn(name, language.vocabulary.at(stem)));
  return found === undefined ? 0 : 1 - Math.exp(-termWorth * (terms.get(found) ?? 0));
}

/**
 * Tells which of the campaign's stems are what nearly all is about in a subreddit, by its name: "business" in r/smallbusiness, for
 * phones for small businesses. None are where it is named for a rule: "desk" in r/StandingDesk.
 */
export function subjectIn({ ruleStems, language }: Profile, subreddit: string): (stem: number) => boolean {
  const name = subreddit.toLowerCase();
  const isNamed = (stem: number): boolean => isIn(name, language.vocabulary.at(stem));
  return ruleStems.values().some(isNamed) ? () => false : isNamed;
}

function isIn(name: string, stem: string | undefined): boolean {
  // Stems end in "i" where words end in "y": "puppi".
  const text = (stem ?? '').replace(/i$/, '');
  return text.length >= shortestName && name.includes(text);
}
