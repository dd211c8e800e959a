import type { CampaignChange } from '#shared/campaign-change.ts';

export const strikeKinds = ['never', 'more'] as const;
/** `never`: an excluded word. `more`: a rule. */
export type StrikeKind = (typeof strikeKinds)[number];

/** Of an excluded word. */
export const longestStrike = 120;

/** One line without quotation marks, which would end a phrase. */
export const wordsOf = (selected: string): string =>
  selected
    .replaceAll(/["“”„]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^[\s.,;:!?()–—-]+|[\s.,;:!?()–—-]+$/gu, '');

export const changeOf = (kind: StrikeKind, words: string): CampaignChange =>
  kind === 'never' ? { kind: 'exclude', words } : { kind: 'rule', words };

const parts = '[data-strikable]';
const partOf = (node: Node | null): Element | null =>
  (node instanceof Element ? node : (node?.parentElement ?? null))?.closest(parts) ?? null;

/** What is selected in the title or text of a post, and where; null if nothing is, or too much. */
export function selectedIn(root: Element): { words: string; range: Range } | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const [start, end] = [partOf(range.startContainer), partOf(range.endContainer)];
  if (!start || start !== end || !root.contains(start)) return null;
  const copy = range.cloneContents();
  // Letters of the evidence aren't the author's.
  for (const mark of copy.querySelectorAll('sup, .sr-only')) mark.remove();
  for (const block of copy.querySelectorAll('p, li, br, pre, blockquote')) block.before(' ');
  const words = wordsOf(copy.textContent);
  return words === '' || words.length > longestStrike ? null : { words, range };
}
