import type { CustomerLanguage } from '#shared/languages.ts';
import { visibleText } from '../prompts/visible.ts';

export interface SitePage {
  title: string;
  description: string;
  headings: readonly string[];
  text: string;
}

/** Input for a campaign proposal. */
export interface ProposalSource {
  mode: 'basic' | 'website' | 'smart';
  description: string;
  websiteUrl: string;
  /** What its customers write, as the user says; read from the text when missing. */
  language?: CustomerLanguage | undefined;
  /** IDs of the trades that the user chose; empty for none of those found, missing to choose by the text. */
  trades?: readonly string[] | undefined;
  /** Where the user works; missing unless asked. */
  regions?: readonly string[] | undefined;
  /** With whom the user competes; missing unless asked. */
  competitors?: readonly string[] | undefined;
  /** Pages of the website, front page first; empty without a website. */
  pages: readonly SitePage[];
}

const maxText = 20_000;

/** The whole text. Titles, descriptions, and headings count twice: they say what the offer is about. */
export function sourceText({ description, pages }: ProposalSource): string {
  const tops = pages.map((page) => [page.title, page.description, ...page.headings].join('\n'));
  const parts = pages.length === 0 ? [description] : [description, description, ...tops, ...tops, ...pages.map(({ text }) => text)];
  return visibleText(parts.join('\n')).slice(0, maxText).toWellFormed();
}

/** Words of the site's own name: potential customers don't know it yet. */
export function ownNames({ websiteUrl, pages }: ProposalSource): Set<string> {
  const host = URL.canParse(websiteUrl) ? new URL(websiteUrl).hostname.replace(/^www\./, '') : '';
  const label = host.split('.')[0]?.toLowerCase() ?? '';
  const inTitles = pages.flatMap(({ title }) => title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  return new Set(
    [label, ...inTitles.filter((word) => word.length > 3 && label.includes(word) && label !== word && label.startsWith(word))].filter(
      (name) => name !== '',
    ),
  );
}

/** Campaign name: the site's title or the first words of the description. */
export function nameFor({ description, pages }: ProposalSource): string {
  const title = pages[0]?.title.split(/\s[|–—:-]\s/)[0]?.trim() ?? '';
  const opening =
    description
      .split(/[.!?\n]/)[0]
      ?.trim()
      .replace(
        /^(?:i|we)(?:'m| am|'re| are)?\s+(?:sell(?:ing)?|offer(?:ing)?|make|making|build(?:ing)?|run(?:ning)?|provide|have)\s+(?:an?\s+|the\s+)?/i,
        '',
      ) ?? '';
  const name = visibleText(title === '' ? opening : title).trim();
  const cut =
    name.length <= 60
      ? name
      : name
          .slice(0, 60)
          .replace(/\s+\S*$/, '')
          .toWellFormed()
          .trim();
  return cut === '' ? 'New campaign' : `${cut.charAt(0).toUpperCase()}${cut.slice(1)}`;
}
