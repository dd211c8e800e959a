import { useEffect, useEffectEvent, type ComponentProps, type KeyboardEvent as ReactKeyboardEvent } from 'react';
import { createCell } from '#web/lib/cell.ts';
import { useCan } from '#web/lib/session.tsx';
import { cx } from '#web/ui/class-names.ts';

export type Command =
  | 'next'
  | 'previous'
  | 'open'
  | 'lead'
  | 'dismiss'
  | 'archive'
  | 'followUp'
  | 'snooze'
  | 'assign'
  | 'schedule'
  | 'draft1'
  | 'draft2'
  | 'draft3'
  | 'select'
  | 'density'
  | 'reply'
  | 'undo'
  | 'goodMatch'
  | 'badMatch'
  | 'teach'
  | 'send'
  | 'close';

const byKey: Readonly<Record<string, Command>> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  Enter: 'open',
  l: 'lead',
  x: 'dismiss',
  e: 'archive',
  f: 'followUp',
  h: 'snooze',
  a: 'assign',
  s: 'schedule',
  v: 'select',
  d: 'density',
  '1': 'draft1',
  '2': 'draft2',
  '3': 'draft3',
  r: 'reply',
  u: 'undo',
  '+': 'goodMatch',
  '-': 'badMatch',
  t: 'teach',
  Escape: 'close',
};

export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** Whether the key is held down. */
  repeat: boolean;
  defaultPrevented: boolean;
}

/** `text`: a field; `control`: a button or link with keys of its own; `float`: a menu or dialog is open. */
type FocusContext = 'page' | 'control' | 'text' | 'float';

/** The command for a key press, or null if the key isn't a list's. */
export function findCommand(press: KeyPress, context: FocusContext): Command | null {
  if (press.defaultPrevented || press.altKey || context === 'float') return null;
  if (press.ctrlKey || press.metaKey) return press.key === 'Enter' && context !== 'text' && !press.repeat ? 'send' : null;
  const command = byKey[press.key.length === 1 ? press.key.toLowerCase() : press.key] ?? null;
  if (context === 'text') return command === 'close' ? 'close' : null;
  if (context === 'control' && (command === 'open' || press.key.startsWith('Arrow'))) return null;
  return command;
}

/** A row is a link, but keys pressed on it are the list's shortcuts. */
export const rowMark = 'data-inbox-row';

export function focusContextOf(target: EventTarget | null): FocusContext {
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [data-pending]')) return 'float';
  if (!(target instanceof Element)) return 'page';
  if (target.closest('input:not([type=checkbox]), textarea, select, [contenteditable=true]')) return 'text';
  if (target.closest(`[${rowMark}]`)) return 'page';
  return target.closest('a, button, summary, input, [role="tab"], [role="slider"]') ? 'control' : 'page';
}

export type Handlers = Partial<Record<Command, () => void>>;

/** Where nothing may be changed, keys only read. */
const readOnly = ({ next, previous, open, density, close }: Handlers): Handlers => ({
  ...(next && { next }),
  ...(previous && { previous }),
  ...(open && { open }),
  ...(density && { density }),
  ...(close && { close }),
});
const useAllowed = (handlers: Handlers): Handlers => (useCan().work ? handlers : readOnly(handlers));

/** What keys do on this page now, for the command palette. */
export const activeKeys = createCell<readonly Handlers[]>([]);

/** Keys without a handler are left to the browser. */
export function useKeys(given: Handlers): void {
  const handlers = useAllowed(given);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    const command = findCommand(event, focusContextOf(document.activeElement));
    const handler = command ? handlers[command] : undefined;
    if (!handler) return;
    event.preventDefault();
    handler();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  useEffect(() => {
    activeKeys.set([...activeKeys.get(), handlers]);
    return () => activeKeys.set(activeKeys.get().filter((other) => other !== handlers));
  });
}

const mark = 'data-row';
const listRows = () => [...document.querySelectorAll<HTMLElement>(`main [${mark}]`)];

interface RowProps extends ComponentProps<'li'> {
  /** What keys do while the row, or something in it, has the focus. Enter follows its first link. */
  keys: Handlers;
}

/** A row of a list without a reader: `j` and `k` move the focus from row to row. */
export function Row({ keys: given, className, ...rest }: RowProps) {
  const keys = useAllowed(given);
  const press = (event: ReactKeyboardEvent<HTMLLIElement>) => {
    const { nativeEvent, currentTarget: row, target } = event;
    if (nativeEvent.isComposing) return;
    const command = findCommand(nativeEvent, focusContextOf(target));
    const first = row.querySelector('a');
    const handler = command === null ? undefined : (keys[command] ?? (command === 'open' && first ? () => first.click() : undefined));
    if (!handler) return;
    event.preventDefault();
    handler();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-tabindex -- shortcuts for what its links and buttons do
    <li {...rest} {...{ [mark]: '' }} tabIndex={-1} onKeyDown={press} className={cx('scroll-my-16', className)} />
  );
}

/** Where the focus was, for rows that leave the list. */
let last = { path: '', index: 0 };

function step(by: 1 | -1, isArrow: boolean): boolean {
  const rows = listRows();
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  if (rows.length === 0 || (isArrow && at < 0)) return false;
  const path = location.pathname;
  const start = at >= 0 ? at + by : last.path === path ? last.index : 0;
  const index = Math.min(rows.length - 1, Math.max(0, start));
  rows[index]?.focus();
  last = { path, index };
  return true;
}

const steps: Partial<Record<Command, 1 | -1>> = { next: 1, previous: -1 };

/** Once, in the shell. */
export function useRowSteps(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const by = steps[findCommand(event, focusContextOf(document.activeElement)) ?? 'close'];
      if (by !== undefined && step(by, event.key.startsWith('Arrow'))) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
