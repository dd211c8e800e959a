import { useId, useState } from 'react';
import { readWhen } from '#web/lib/natural-time.ts';
import { DateTimeInput } from './date-time-input.tsx';
import { Input } from './field.tsx';
import { uiTexts } from './texts.ts';

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
        placeholder={uiTexts.whenPlaceholder}
        autoComplete="off"
        maxLength={60}
        onChange={(event) => type(event.target.value)}
      />
      <DateTimeInput id={pickerId} aria-label={uiTexts.dateAndTime} value={value} zone={zone} min={min} max={max} onChange={pick} />
    </div>
  );
}
