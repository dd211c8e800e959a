import type { FetchedItem } from '#core/platform/item.ts';
import { openLanguageDetector } from '#core/text/language.ts';
import { parseRule } from '../rules/parse.ts';
import { listWanted } from '../rules/tree.ts';
import type { LanguageOf } from './matcher.ts';

interface Asking {
  languages: readonly string[];
  rules: readonly { text: string }[];
}

function namesLanguage(rule: string): boolean {
  const parsed = parseRule(rule);
  return (
    parsed.ok && (listWanted(parsed.tree).some((leaf) => 'field' in leaf && leaf.field === 'lang') || rule.toLowerCase().includes('lang:'))
  );
}

/** Returns a language detector for items (ISO 639-1, null when unsure), or undefined when no campaign asks for a language. */
export async function openLanguageOf(campaigns: readonly Asking[]): Promise<LanguageOf | undefined> {
  const isAsked = campaigns.some(({ languages, rules }) => languages.length > 0 || rules.some(({ text }) => namesLanguage(text)));
  if (!isAsked) return undefined;
  const detect = await openLanguageDetector();
  // Each campaign asks about the same item.
  let last: FetchedItem | null = null;
  let detected: string | null = null;
  return (item) => {
    if (item !== last) detected = detect(`${item.kind === 'post' ? item.title : ''} ${item.body}`);
    last = item;
    return detected;
  };
}
