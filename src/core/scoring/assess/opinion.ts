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
