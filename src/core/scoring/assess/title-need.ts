import type { Reading } from '../reading/reading.ts';
import { termsIn } from './asking.ts';
import { isHeadline, isTitleOnly } from './need.ts';
import type { Profile } from './profile.ts';
import { titleForm } from './title-form.ts';
import { troubleIn } from './trouble.ts';

/** The model of titles knows English ones that aren't headlines of other sites. */
export const hasTitleForm = (reading: Reading): boolean => isTitleOnly(reading.item) && reading.language === 'en' && !isHeadline(reading);

/** The form of a title tells more than the phrases of the lexicon, and both together most. */
export function titleNeed(reading: Reading, stated: number): number {
  return 1 / (1 + Math.exp(-titleForm(reading).asks - statedWorth * (stated - statedMiddle)));
}
const statedWorth = 2;
const statedMiddle = 0.45;

/** A title that tells of trouble near the offering asks for it: "The door came off its track and hangs at an angle". */
export function troubleAsked(profile: Profile, reading: Reading, { fit, likeness }: { fit: number | null; likeness: number }): number {
  if (!hasTitleForm(reading) || isTalk(reading) || titleForm(reading).trouble + phrasesWorth * troubleIn(reading) < troubleOdds) return 0;
  const terms = termsIn(profile, reading, { from: 0, to: reading.tokens.length });
  return Math.max(fit ?? 0, terms, likeness / likenessNear) >= troubleFit ? troubleAsk : 0;
}
const troubleOdds = -1.6;
const phrasesWorth = 3;
const troubleFit = 0.25;
const likenessNear = 4;
const troubleAsk = 0.65;

/** "Unpopular opinion: nobody uses these" tells of no trouble. */
const isTalk = ({ hits }: Reading): boolean => hits.some(({ cue }) => cue === 'opines' || cue === 'discuss');
