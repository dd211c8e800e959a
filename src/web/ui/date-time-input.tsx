import type { ComponentProps } from 'react';
import { Input } from './input.tsx';
import { fromLocalInput, toLocalInput } from './local-time.ts';

interface DateTimeInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'defaultValue' | 'onChange' | 'min' | 'max'> {
  /** ISO in UTC, or null. Displayed and edited in `zone`. */
  value: string | null;
  /** IANA name; defaults to the browser's. */
  zone?: string;
  /** Null when cleared. */
  onChange: (value: string | null) => void;
  min?: string;
  max?: string;
}

/** The browser's own date and time picker: it handles keyboards, screen readers, phones and locales. */
export function DateTimeInput({ value, onChange, zone, min, max, ...rest }: DateTimeInputProps) {
  return (
    <Input
      {...rest}
      type="datetime-local"
      value={toLocalInput(value, zone)}
      min={min && toLocalInput(min, zone)}
      max={max && toLocalInput(max, zone)}
      onChange={(event) => onChange(fromLocalInput(event.target.value, zone))}
    />
  );
}
