import { type ComponentProps, type KeyboardEvent, useEffect } from 'react';
import { cx } from '#web/ui/class-names.ts';
import { type Command, findCommand, focusContextOf, type Handlers, useAllowed } from './keys.ts';

const mark = 'data-row';
const listRows = () => [...document.querySelectorAll<HTMLElement>(`main [${mark}]`)];

interface RowProps extends ComponentProps<'li'> {
  /** What keys do while the row, or something in it, has the focus. Enter follows its first link. */
  keys: Handlers;
}

/** A row of a list without a reader: `j` and `k` move the focus from row to row. */
export function Row({ keys: given, className, ...rest }: RowProps) {
  const keys = useAllowed(given);
  const press = (event: KeyboardEvent<HTMLLIElement>) => {
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
    const press = (event: globalThis.KeyboardEvent) => {
      const by = steps[findCommand(event, focusContextOf(document.activeElement)) ?? 'close'];
      if (by !== undefined && step(by, event.key.startsWith('Arrow'))) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
