import type { Reading } from '../reading/reading.ts';

/** Words of something that fails, is lost, or can't go on; general English, without terms of any trade. */
const failing = new Set(
  'broke broken breaks died dead dying failed failing fails leak leaks leaking leaky crashed crashes crashing freezes freezing stopped stuck lost flooded soaked ruined cracked clogged wobbles squeak squeaks squeal squeals squealing stinks smells hurts aches refuses rejected denied dropped canceled cancelled blocked blocks blocking oversold bombed doubled tripled bounced bounces hacked expired overcharged swamped drowning overwhelmed outgrew wiped deleted erased quits scared afraid terrified keeps keep struggling behind nobody'.split(
    ' ',
  ),
);
const failingPairs = new Set(
  'goes down,went down,going down,does nothing,did nothing,no idea,no clue,no luck,not one,too slow,too expensive,so slow,by itself,came off,killing me,killing us,killing my,wont start,wont open,wont close,wont drain,wont turn,wont load,wont charge,wont stop,wont work,back out,backed out,cant keep,been ignored'.split(
    ',',
  ),
);
/** Trouble that goes on or is urgent needs an answer. */
const lasting = new Set(
  'again every always constantly anymore still overnight matter months weeks monday tuesday wednesday thursday friday saturday sunday tomorrow tonight deadline third fourth fifth twice'.split(
    ' ',
  ),
);

function isFailing(words: readonly string[], at: number): boolean {
  const [word = '', next = ''] = [words[at], words[at + 1]];
  if (failingPairs.has(`${word} ${next}`)) return true;
  if (!failing.has(word)) return false;
  return !(word === 'keep' || word === 'keeps') || next.endsWith('ing');
}

const single = 0.5;
const stated = 0.55;
const several = 0.6;
const pressing = 0.7;

/**
 * How surely a text tells of trouble that readers might end, 0 to 1: "Brakes squeal and the shop is booked until June". A title
 * has few words, so the failing thing itself counts there.
 */
export function troubleIn({ tokens, hits, item }: Pick<Reading, 'tokens' | 'hits' | 'item'>): number {
  const phrases = new Set(hits.filter(({ cue }) => cue === 'pain' || cue === 'lacks').map(({ cue }) => cue)).size;
  if (item.kind === 'comment') return [0, single, several][phrases] ?? 0;
  const words = tokens.map(({ text }) => text);
  const failures = words.filter((_, at) => isFailing(words, at)).length;
  if (phrases + failures === 0) return 0;
  if (failures > 1 || words.some((word) => lasting.has(word))) return pressing;
  return phrases > 1 ? several : failures > 0 ? stated : single;
}

/** Words that begin a question to be answered with yes or no. */
export const yesNo: ReadonlySet<string> = new Set(
  'is are was were am do does did has have had will would could can should isnt arent dont doesnt didnt wont must may'.split(' '),
);

/** Whether a question asks if a price is fair, or if a thing is good. */
export const asksForOpinion = (words: readonly string[]): boolean =>
  checksPrice(words) || (yesNo.has(words[0] ?? '') && words.some((word) => opinions.has(word)));

/** "Is uBreakiFix legit?", "Is a subscription cheaper than buying by the bag?" */
const opinions = new Set('legit legitimate reputable reliable trustworthy scam overpriced cheaper waste'.split(' '));

/** "Optician wants 600 for new lenses, is that normal?", "Is 150 a session normal for a beginner?" */
const checksPrice = (words: readonly string[]): boolean =>
  words.some((word) => /^[0-9]+k?$/.test(word)) &&
  (yesNo.has(words[0] ?? '') ? words : words.slice(-4)).some((word) => priceOpinions.has(word));
const priceOpinions = new Set('normal fair reasonable high much steep expensive crazy'.split(' '));
