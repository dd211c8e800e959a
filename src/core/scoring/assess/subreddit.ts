import type { Profile } from './profile.ts';

const shortestName = 3;
const termWorth = 1.3;

/** How much of the offering a subreddit's name contains, 0 to 1. */
export function nameOf({ strongest, terms, language }: Profile, subreddit: string): number {
  const name = subreddit.toLowerCase();
  const found = strongest.find((stem) => {
    // Stems end in "i" where words end in "y": "puppi".
    const text = (language.vocabulary.stems[stem] ?? '').replace(/i$/, '');
    return text.length >= shortestName && name.includes(text);
  });
  return found === undefined ? 0 : 1 - Math.exp(-termWorth * (terms.get(found) ?? 0));
}
