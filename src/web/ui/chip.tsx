import { Plus, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';

const base = 'inline-flex h-control-sm flex-none items-center gap-1 rounded-full border px-2 text-13 whitespace-nowrap max-md:px-3';

const looks = {
  rest: 'border-border bg-surface text-soft-text hover:border-control hover:text-text',
  on: 'border-primary-line bg-primary-soft text-primary',
  add: 'border-dashed border-control bg-transparent text-muted hover:border-muted hover:text-text',
};

interface ChipProps extends ComponentProps<'button'> {
  look?: keyof typeof looks;
}

/** A toggle button: `rest`, `on` (pressed) or `add` (dashed, adds another one). */
export function Chip({ look = 'rest', className, children, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={look === 'on' || undefined}
      {...rest}
      className={cx(base, 'transition-colors disabled:cursor-not-allowed disabled:opacity-60', looks[look], className)}
    >
      {look === 'add' ? <Plus aria-hidden className="size-3.5" /> : null}
      {children}
    </button>
  );
}

interface SetChipProps {
  children: ReactNode;
  /** What the remove button does, such as "Remove the score filter". */
  removeLabel: string;
  onRemove: () => void;
}

/** A value that can be removed. */
export function SetChip({ children, removeLabel, onRemove }: SetChipProps) {
  return (
    <span className={cx(base, looks.on, 'font-medium')}>
      {children}
      <button
        type="button"
        aria-label={removeLabel}
        title={removeLabel}
        onClick={onRemove}
        className="-mr-1 grid size-[18px] place-items-center rounded-full hover:bg-current/14 max-md:-mr-3 max-md:-ml-2 max-md:size-10"
      >
        <X aria-hidden className="size-3 stroke-[2.4]" />
      </button>
    </span>
  );
}

/** A row of chips: wraps, or scrolls sideways where a second line doesn't fit. */
export function ChipRow({ scroll = false, label, children }: { scroll?: boolean; label: string; children: ReactNode }) {
  return (
    <fieldset
      aria-label={label}
      className={cx(
        'flex min-w-0 items-center gap-2',
        scroll ? 'overflow-x-auto py-1 [scrollbar-width:none] max-lg:mask-r-from-[calc(100%-24px)] max-lg:pr-6' : 'flex-wrap',
      )}
    >
      {children}
    </fieldset>
  );
}
