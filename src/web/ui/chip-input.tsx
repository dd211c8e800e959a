import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { t } from '#web/lib/language.ts';
import { useField } from './field.tsx';

const noOptions: NonNullable<ChipInputProps['options']> = [];
const asTyped = (text: string): string | null => text;

interface ChipInputProps {
  values: readonly string[];
  /** A promise of false: the change was refused, and what was typed comes back. */
  onChange: (values: string[]) => unknown;
  placeholder?: string;
  /** Normalizes the input, such as "r/Freelance" to "Freelance"; null rejects it. */
  normalize?: (text: string) => string | null;
  max?: number;
  /** To choose from while typing. */
  options?: readonly { value: string; label: string }[];
}

/** The entries in `text`, separated by commas or line breaks, without those already present (case-insensitive). */
export function addEntries(values: readonly string[], text: string, normalize: (entry: string) => string | null): string[] {
  const next = [...values];
  const known = new Set(values.map((value) => value.toLowerCase()));
  for (const part of text.split(/[,\n]/)) {
    const entry = normalize(part.trim());
    if (!entry || known.has(entry.toLowerCase())) continue;
    known.add(entry.toLowerCase());
    next.push(entry);
  }
  return next;
}

/** Several short texts in one field. Enter, a comma or leaving the field adds one; Backspace in the empty field edits the last one. */
export function ChipInput({ values, onChange, placeholder, normalize = asTyped, max = Infinity, options = noOptions }: ChipInputProps) {
  const [draft, setDraft] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const wired = useField({});
  const listId = useId();
  const change = async (next: string[], typed: { before: string; after: string }) => {
    setDraft(typed.after);
    if ((await onChange(next)) === false) setDraft(typed.before);
  };
  const add = (text: string) => {
    const next = addEntries(values, text, normalize).slice(0, Math.max(max, values.length));
    if (next.length > values.length) void change(next, { before: text, after: '' });
    else setDraft('');
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const last = values.at(-1);
    if ((event.key === 'Enter' || event.key === ',') && draft.trim() !== '') {
      event.preventDefault();
      add(draft);
    } else if (event.key === 'Backspace' && draft === '' && last !== undefined) {
      event.preventDefault();
      void change(values.slice(0, -1), { before: '', after: last });
    }
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (!/[,\n]/.test(text)) return;
    event.preventDefault();
    add(draft + text);
  };
  const remove = (value: string) => {
    onChange(values.filter((other) => other !== value));
    input.current?.focus();
  };
  return (
    <div className="flex min-h-control flex-wrap items-center gap-1 rounded-md border border-control bg-surface px-1.5 py-1 hover:border-muted has-[input:focus]:border-ring has-[input:focus]:outline-2 has-[input:focus]:-outline-offset-1 has-[input:focus]:outline-ring has-[[aria-invalid=true]]:border-bad-mark">
      {values.map((value) => (
        <span
          key={value}
          className="inline-flex min-h-5 max-w-full items-center rounded-sm bg-sunken pl-1.5 text-13 text-soft-text max-md:min-h-10"
        >
          <span className="min-w-0 wrap-anywhere">{value}</span>
          <button
            type="button"
            aria-label={t('Remove {value}', { value })}
            onClick={() => remove(value)}
            className="grid size-5 flex-none place-items-center rounded-sm hover:text-text max-md:size-10"
          >
            <X aria-hidden className="size-3 stroke-[2.2]" />
          </button>
        </span>
      ))}
      <input
        {...wired}
        {...(options.length > 0 && { list: listId })}
        ref={input}
        value={draft}
        disabled={values.length >= max}
        placeholder={values.length >= max ? '' : placeholder}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={press}
        onPaste={paste}
        onBlur={() => draft.trim() && add(draft)}
        className="field-text min-w-24 flex-1 bg-transparent px-1 text-14 outline-none max-md:min-h-10 placeholder:text-muted"
      />
      {options.length > 0 ? (
        <datalist id={listId}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </datalist>
      ) : null}
    </div>
  );
}
