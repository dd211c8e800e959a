import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './class-names.ts';

export interface Tab<T extends string = string> {
  value: T;
  label: string;
  /** A count shown behind the label. */
  count?: number | string | undefined;
}

interface TabsProps<T extends string> {
  label: string;
  tabs: readonly Tab<T>[];
  value: T;
  onChange: (value: T) => void;
  /** Arrow keys only move the focus; Enter or Space selects. For tabs whose selection may be canceled: focus returning to one must not select it again. */
  byPress?: boolean;
  /** One TabPanel for each tab that has content. */
  children?: ReactNode;
}

/** Where not all fit, scrolls to the selected one; `scrollIntoView` could scroll the page, too. */
function showSelected(list: HTMLElement | null): void {
  const tab = list?.querySelector('[aria-selected=true]');
  if (!list || !tab) return;
  const [all, one] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (one.left < all.left || one.right > all.right) list.scrollLeft += one.left + one.width / 2 - all.left - all.width / 2;
}

export function Tabs<T extends string>({ label, tabs, value, onChange, byPress = false, children }: TabsProps<T>) {
  // A press fires twice, on pointer down and on focus; if the URL holds the tab, each would add a history entry.
  const selected = useRef<string>(value);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    selected.current = value;
    showSelected(list.current);
  }, [value]);
  const choose = (next: string) => {
    const tab = tabs.find((candidate) => candidate.value === next);
    if (!tab || (!byPress && selected.current === next)) return;
    selected.current = next;
    onChange(tab.value);
  };
  return (
    <Radix.Root value={value} onValueChange={choose} activationMode={byPress ? 'manual' : 'automatic'} className="min-w-0">
      <Radix.List
        ref={list}
        aria-label={label}
        className="flex gap-5 overflow-x-auto shadow-[inset_0_-1px_var(--border)] [scrollbar-width:none]"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="relative inline-flex h-10 flex-none max-md:min-w-10 max-md:justify-center items-center gap-1.5 text-13 font-medium whitespace-nowrap text-muted -outline-offset-2 after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 hover:text-text disabled:cursor-not-allowed disabled:opacity-60 data-[state=active]:text-text data-[state=active]:after:bg-primary"
          >
            {tab.label}
            {tab.count === undefined ? null : <span className="font-normal text-muted tabular-nums">{tab.count}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  );
}

export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  return (
    <Radix.Content value={value} className={cx('pt-6', className)}>
      {children}
    </Radix.Content>
  );
}
