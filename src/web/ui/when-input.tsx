import { useId, useState, type ComponentProps } from 'react';
import { timeZone } from '#shared/time-zone.ts';
import { readWhen } from '#web/lib/natural-time.ts';
import { t } from '#web/lib/language.ts';
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

interface WhenInputProps {
  /** ISO in UTC; null if there is no valid time. */
  value: string | null;
  zone: string;
  onChange: (value: string | null) => void;
  min?: string;
  max?: string;
  /** Takes the focus on mount, in a dialog that asks for nothing else. */
  focused?: boolean;
}

/** A time in the user's words, which the picker below shows and can change. */
export function WhenInput({ value, zone, onChange, min, max, focused = false }: WhenInputProps) {
  const [text, setText] = useState('');
  const pickerId = useId();
  const type = (next: string) => {
    setText(next);
    onChange(readWhen(next, { now: Date.now(), zone }));
  };
  const pick = (next: string | null) => {
    setText('');
    onChange(next);
  };
  return (
    <div className="flex flex-col gap-2">
      <Input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only where it is all that a dialog asks for
        autoFocus={focused}
        value={text}
        placeholder={t('tomorrow, tue 9, in 2 h')}
        autoComplete="off"
        maxLength={60}
        onChange={(event) => type(event.target.value)}
      />
      <DateTimeInput id={pickerId} aria-label={t('Date and time')} value={value} zone={zone} min={min} max={max} onChange={pick} />
    </div>
  );
}
