import { tokensOf } from '#core/scoring/text/sentiment.ts';

/** Words that people use around the name of a product. */
const cues = new Set(
  'account accounts alternative alternatives api app apps competitor competitors crm dashboard integrate integrates integration integrations login migrate migrated migrating plan plans platform plugin plugins pricing saas software subscription subscriptions switch switched switching template templates tool tools trial versus vs workspace'.split(
    ' ',
  ),
);
const windowLength = 60;
const maxOccurrences = 50;
const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const startsSentence = (before: string): boolean => /(?:^|[.!?:\n"“*#>(-])\s*$/.test(before);
/** In a title-case title, a capital doesn't mark a name. */
const isTitleCase = (text: string): boolean => {
  const words = text.match(/\p{L}{4,}/gu) ?? [];
  return words.length > 0 && words.filter((word) => /^\p{Lu}/u.test(word)).length * 2 > words.length;
};

function meansProduct(name: string, text: string): boolean {
  const hasCapitals = !isTitleCase(text.slice(0, 400));
  const found = text.matchAll(new RegExp(String.raw`(?<![\p{L}\p{N}])${escape(name)}(?![\p{L}\p{N}])`, 'giu'));
  for (const { 0: match, index } of found.take(maxOccurrences)) {
    const before = text.slice(Math.max(0, index - windowLength), index);
    if (hasCapitals && /^\p{Lu}/u.test(match) && !startsSentence(before)) return true;
    const after = text.slice(index + match.length, index + match.length + windowLength);
    if ([...tokensOf(before), ...tokensOf(after)].some((word) => cues.has(word))) return true;
  }
  return false;
}

/** Whether a common word means the product here: it is capitalized like a name, or near words about products. */
export const mentionsProduct = (names: readonly string[], { title, body }: { title: string; body: string }): boolean =>
  names.some((name) => meansProduct(name, title) || meansProduct(name, body));
