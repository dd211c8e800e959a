import type { Sentence, Token } from '../reading/parts.ts';
import type { Reading } from '../reading/reading.ts';
import type { Profile } from './profile.ts';

const selectors = new Set(['which', 'what', 'whats', 'any', 'kind', 'type', 'brand', 'sort', 'there']);
/** Words that may be between "which" and the thing, and words that end it. */
const skipped = new Set(
  'of a an the other else good best better great decent cheap cheaper cheapest new are is local simple small online independent affordable reliable trustworthy patient similar specific particular comparable real actual easy easier fair quick free paid some more most really very'.split(
    ' ',
  ),
);
const stops = new Set(
  'do does did would should could can will has have had was were i you we they he she it to for in on at with from that this these those about your my our and or if when how be'.split(
    ' ',
  ),
);
/** Names that fit any offering. */
const general = new Set(
  'one ones tool tools software app apps program programs system systems service services company companies firm shop place site sites website platform product products brand brands model option options alternative alternatives solution solutions replacement thing things something anything someone anyone somebody anybody person people guy guys provider providers vendor pro pros professional professionals expert experts recommendation recommendations suggestion suggestions recs advice way ways kind type sort tips ideas idea luck experience experiences info help setup insurer everyone everybody yall folks teacher teachers'.split(
    ' ',
  ),
);
const alike = 0.3;
const longestObject = 3;

/** Whether the author asks for something specific that isn't the offering: "which camera did you use?". */
export function namesOther(profile: Profile, reading: Reading): boolean {
  const objects = reading.asking.map((sentence) => objectOf(reading.tokens, sentence)).filter((object) => object.length > 0);
  return (
    objects.length > 0 &&
    !objects.some((object) => object.every(({ text }) => general.has(text)) || object.some((token) => fits(profile, token)))
  );
}

function fits({ terms, direction, language }: Profile, { stem }: Token): boolean {
  return (terms.get(stem) ?? 0) > 0.2 || language.likeness.of(stem, direction) > alike;
}

/** The words after "which", "what", or "any"; empty when there are none. */
function objectOf(tokens: readonly Token[], { from, to }: Sentence): Token[] {
  const words = tokens.slice(from, to);
  const at = words.findIndex(({ text }) => selectors.has(text));
  if (at === -1) return [];
  const object: Token[] = [];
  for (const token of words.slice(at + 1)) {
    if (stops.has(token.text) || object.length === longestObject) break;
    if (!skipped.has(token.text)) object.push(token);
  }
  return object;
}
