import { minQuoteLength } from '#core/text/sentences.ts';
import type { Spoken } from '../assess/reason.ts';
import type { Pair } from './encode.ts';
import type { PairReader } from './reader.ts';

/** About as many sentences as the model sees of a text. */
const maxWeighed = 8;
const maxMoved = 3;
/** In log odds. */
const minMoved = 1;

/**
 * The places of the sentences that moved the model: without which a text is less of a lead, and which alone are one. Either alone
 * misleads: what is said twice isn't missed, and some words mean much only beside others.
 */
export async function listMoving(
  readPairs: PairReader['read'],
  pair: Pair,
  { sentences, lead }: { sentences: readonly Spoken[]; lead: number },
): Promise<number[]> {
  const { item } = pair;
  const bare = { ...item, title: item.kind === 'comment' ? item.title : '', body: '' };
  const leadOf = async (read: Partial<Pair>): Promise<number | undefined> => (await readPairs([{ ...pair, ...read }]))[0]?.lead;
  const nothing = (await leadOf({ item: bare })) ?? 0;
  const weighed: { place: number; moved: number; shows: number }[] = [];
  for (const { sentence, text, worth, kind } of sentences) {
    if (weighed.length === maxWeighed) break;
    const without = text.length < minQuoteLength ? undefined : await leadOf({ without: sentence });
    if (without === undefined) continue;
    const alone = (await leadOf({ item: { ...bare, [sentence.field]: text } })) ?? nothing;
    weighed.push({ place: sentence.place, moved: lead - without + (alone - nothing) / 2, shows: 2 * worth + 5 * (kind?.worth ?? 0) });
  }
  const moving = weighed.filter(({ moved }) => moved >= minMoved);
  return moving
    .toSorted((a, b) => b.moved + b.shows - a.moved - a.shows)
    .slice(0, maxMoved)
    .map(({ place }) => place);
}
