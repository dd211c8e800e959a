import { readBlocks, readWhole } from './blocks.ts';
import { readKnown } from './layouts.ts';
import type { Found, Page } from './page.ts';
import { readJsonLd, readMicrodata } from './structured.ts';

/** From what says most about a page to what says least. */
const ways: readonly ((page: Page) => Found[])[] = [readKnown, readJsonLd, readMicrodata, readBlocks, readWhole];
const maxFound = 500;

const isShown = ({ anchor }: Found): boolean => anchor.getClientRects().length > 0;

/** The texts that a page shows, each once. */
export function collect(page: Page): Found[] {
  for (const read of ways) {
    const seen = new Set<string>();
    const found = read(page).filter((one) => {
      const key = `${one.text.url}\n${one.text.text || one.text.title}`;
      return isShown(one) && !seen.has(key) && seen.add(key);
    });
    if (found.length > 0) return found.slice(0, maxFound);
  }
  return [];
}
