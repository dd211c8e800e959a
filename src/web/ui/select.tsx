import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';
import { useField } from './field.tsx';
import { controlBox } from './input.tsx';

export interface SelectOption<T extends string = string> {
  value: T;
  label: string;
  disabled?: boolean;
}

interface SelectProps<T extends string> extends Omit<
  ComponentProps<'select'>,
  'value' | 'defaultValue' | 'onChange' | 'size' | 'multiple'
> {
  options: readonly SelectOption<T>[];
  value: T | '';
  onChange: (value: T) => void;
  /** Shown while nothing is selected. */
  placeholder?: string;
  small?: boolean;
  /** As wide as its container; by default as wide as its longest option. */
  full?: boolean;
}

/** A native select: it handles keyboards, screen readers and phones. */
export function Select<T extends string>({
  options,
  value,
  onChange,
  placeholder,
  small = false,
  full = false,
  className,
  ...rest
}: SelectProps<T>) {
  const chosen = (text: string) => options.find((option) => option.value === text)?.value;
  return (
    <span className={cx('relative inline-flex min-w-0 max-w-full', full && 'w-full', className)}>
      <select
        {...useField(rest)}
        value={value}
        onChange={(event) => {
          const next = chosen(event.target.value);
          if (next !== undefined) onChange(next);
        }}
        className={cx(
          controlBox,
          'select min-w-0 truncate pr-8 pl-2.5 text-13 font-medium',
          full && 'w-full',
          small ? 'h-control-sm' : 'h-control',
        )}
      >
        {placeholder === undefined ? null : (
          <option value="" disabled hidden>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronsUpDown aria-hidden className="pointer-events-none absolute top-1/2 right-2 size-3.5 -translate-y-1/2 text-muted" />
    </span>
  );
}
