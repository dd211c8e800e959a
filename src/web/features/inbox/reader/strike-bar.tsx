import { Ban, Plus } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import type { CampaignChange } from '#shared/suggestions.ts';
import { useCan } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { readerTexts } from './reader-texts.ts';

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

interface Place {
  words: string;
  top: number;
  left: number;
}

/** Pixels between the words and the bar: the handles of a selection on a phone are there. */
const gap = 10;
const width = 320;

/** What is selected within `root`, and where in it. */
function useSelectedWords(root: RefObject<HTMLElement | null>): Place | null {
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    const look = () => {
      const box = root.current;
      const selected = box && selectedIn(box);
      if (!selected) return setPlace(null);
      const [outer, inner] = [box.getBoundingClientRect(), selected.range.getBoundingClientRect()];
      const left = Math.max(0, Math.min(inner.left - outer.left, outer.width - width));
      setPlace({ words: selected.words, top: inner.bottom - outer.top + gap, left });
    };
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [root]);
  return place;
}

export interface StrikeBarProps {
  /** Positioned; what is selected outside of it doesn't count. */
  root: RefObject<HTMLElement | null>;
  onStrike: (kind: StrikeKind, words: string) => void;
}

/** Below the words that are selected in a post: what they teach its campaign. */
export function StrikeBar({ root, onStrike }: StrikeBarProps) {
  const place = useSelectedWords(root);
  const { work } = useCan();
  if (!place || !work) return null;
  const { words, top, left } = place;
  return (
    <div
      role="toolbar"
      aria-label={readerTexts.strike}
      // The words stay selected.
      onPointerDown={(event) => event.preventDefault()}
      style={{ top, left }}
      className="absolute z-10 flex max-w-full animate-fade items-center gap-0.5 rounded-lg border bg-raised p-1 shadow-float"
    >
      <Button variant="ghost" size="sm" icon={Ban} onClick={() => onStrike('never', words)}>
        {readerTexts.never}
      </Button>
      <Button variant="ghost" size="sm" icon={Plus} onClick={() => onStrike('more', words)}>
        {readerTexts.more}
      </Button>
      <span className="px-1 max-md:hidden">
        <Kbd>t</Kbd>
      </span>
    </div>
  );
}
