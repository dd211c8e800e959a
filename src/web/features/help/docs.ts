import type { Language } from '#shared/language.ts';
import { t } from '#web/lib/language.ts';
import readme from '../../../../docs/README.md?raw';
import type { HelpTopic } from './help-topics.ts';

export type Docs = Record<HelpTopic, string>;

const loaders: Record<Language, () => Promise<Docs>> = {
  en: () => import('./docs-en.ts'),
  de: () => import('./docs-de.ts'),
};
export const fetchDocs = (language: Language): Promise<Docs> => loaders[language]();

/** What a page is about, as the overview of the documentation says. */
export const summaryOf = (topic: HelpTopic): string => {
  const summary = new RegExp(`\\]\\(${topic}\\.md\\): (.+)`).exec(readme)?.[1] ?? '';
  return t(summary.charAt(0).toUpperCase() + summary.slice(1));
};
