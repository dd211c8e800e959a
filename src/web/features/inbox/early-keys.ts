import type { Command, KeyPress } from './keys.ts';
import type { ReaderHandle } from './reader.tsx';
import type { Listing } from './use-listing.ts';

const needsReader: ReadonlySet<Command> = new Set(['reply', 'dismiss', 'goodMatch', 'badMatch']);
const needsList: ReadonlySet<Command> = new Set([...needsReader, 'next', 'previous', 'open', 'lead', 'archive', 'followUp', 'select']);

interface Loaded {
  listing: Pick<Listing<unknown>, 'items' | 'error'>;
  /** An item is open, or will be once the reader has loaded. */
  isReading: boolean;
  reader: ReaderHandle | null;
}

/** Whether what the command needs is still loading. */
export function isTooEarly(command: Command, { listing, isReading, reader }: Loaded): boolean {
  if (listing.items === undefined) return listing.error === undefined && needsList.has(command);
  if (!isReading || !needsReader.has(command)) return false;
  return command === 'goodMatch' ? reader?.post === undefined : reader === null;
}

/** Keys pressed longer ago are dropped: by then the user has looked again. */
const keptForMs = 10_000;
const retryMs = 30;

export interface EarlyKeys {
  /** Keeps the key if what it needs is still loading, or if an earlier key is kept: then it belongs after that one. */
  take: (press: KeyPress) => boolean;
  clear: () => void;
}

const isTextField = (target: Element | null): target is HTMLTextAreaElement => target instanceof HTMLTextAreaElement;

/** Presses the key where the focus is now; in a text field, types it. */
function pressAgain(key: string): void {
  const target = document.activeElement ?? document.body;
  if (isTextField(target) && key.length === 1) {
    target.setRangeText(key, target.selectionStart, target.selectionEnd, 'end');
    target.dispatchEvent(new Event('input', { bubbles: true }));
  } else target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

/** Keys that were pressed before the list or the reader had loaded. They are pressed again, in order, once it has. */
export function createEarlyKeys(isWaiting: (press: KeyPress) => boolean): EarlyKeys {
  let kept: { press: KeyPress; at: number }[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  // One key at a time: each may open what the next one is meant for.
  const replay = () => {
    kept = kept.filter(({ at }) => Date.now() - at < keptForMs);
    const [next] = kept;
    if (next && !isWaiting(next.press)) {
      kept.shift();
      pressAgain(next.press.key);
    }
    timer = kept.length > 0 ? setTimeout(replay, retryMs) : undefined;
  };
  return {
    take: ({ key, ctrlKey, metaKey, altKey, defaultPrevented }) => {
      const press = { key, ctrlKey, metaKey, altKey, defaultPrevented };
      const follows = kept.length > 0 && key.length === 1 && !ctrlKey && !metaKey && !altKey && !isTextField(document.activeElement);
      if (!follows && !isWaiting(press)) return false;
      kept.push({ press, at: Date.now() });
      timer ??= setTimeout(replay, retryMs);
      return true;
    },
    clear: () => {
      kept = [];
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
