import type { FetchedItem } from '#core/platform/item.ts';
import type { LanguageOf } from '../match/matcher.ts';
import { parseRule } from '../rules/parse.ts';
import { listWanted } from '../rules/tree.ts';

interface Asking {
  languages: readonly string[];
  rules: readonly { text: string }[];
}

/** Enough to detect the language and still fast, because the detector reads every character. */
const readChars = 600;
/** The detector takes "ok" for Polish. */
const minLength = 24;

function namesLanguage(rule: string): boolean {
  const parsed = parseRule(rule);
  return (
    parsed.ok && (listWanted(parsed.tree).some((leaf) => 'field' in leaf && leaf.field === 'lang') || rule.toLowerCase().includes('lang:'))
  );
}

const letters = (text: string): number => text.replaceAll(/[^\p{L}]/gu, '').length;

/**
 * Returns a language detector for items (ISO 639-1, null when unsure), or undefined when no campaign asks for a language: its
 * table takes 20 MB, so it is loaded on demand.
 */
export async function openLanguageOf(campaigns: readonly Asking[]): Promise<LanguageOf | undefined> {
  const isAsked = campaigns.some(({ languages, rules }) => languages.length > 0 || rules.some(({ text }) => namesLanguage(text)));
  if (!isAsked) return undefined;
  const { eld } = await import('eld/extrasmall');
  const detect = ({ kind, title, body }: FetchedItem): string | null => {
    const text = `${kind === 'post' ? title : ''} ${body}`.slice(0, readChars);
    if (letters(text) < minLength) return null;
    const found = eld.detect(text);
    return found.isReliable() && found.language !== '' ? found.language : null;
  };
  // Each campaign asks about the same item.
  let last: FetchedItem | null = null;
  let detected: string | null = null;
  return (item) => {
    if (item !== last) detected = detect(item);
    last = item;
    return detected;
  };
}
