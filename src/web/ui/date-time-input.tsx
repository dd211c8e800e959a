import type { ComponentProps } from 'react';
import { timeZone } from '#shared/time-zone.ts';
import { Input } from './field.tsx';

const two = (part: number) => String(part).padStart(2, '0');

/**
 * Formats an instant for a `datetime-local` field: the zone's local time (the browser's without one), to the
 * minute. Empty for null or an invalid date.
 */
export function toLocalInput(iso: string | null, zone?: string): string {
  const date = new Date(iso ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  if (zone !== undefined) return new Date(timeZone(zone).toLocal(date.getTime())).toISOString().slice(0, 16);
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The instant (ISO, UTC) of a local time in the zone, or null when the field is empty or incomplete. */
export function fromLocalInput(local: string, zone?: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(local)) return null;
  const date = new Date(zone === undefined ? local : `${local}Z`);
  if (Number.isNaN(date.getTime())) return null;
  return zone === undefined ? date.toISOString() : new Date(timeZone(zone).toInstant(date.getTime())).toISOString();
}

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
