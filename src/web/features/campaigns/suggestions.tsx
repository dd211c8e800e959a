import { Chip, ChipRow } from '#web/ui/chip.tsx';
import { tSent } from '#web/lib/language.ts';

export interface Suggestion {
  text: string;
  /** A figure shown after it, if there is one. */
  yield: string;
  why: string;
}

interface SuggestedProps {
  label: string;
  suggestions: readonly Suggestion[];
  mono?: boolean;
  onAdd: (text: string) => void;
}

/** Suggestions to add with one click. */
export function Suggestions({ label, suggestions, mono = false, onAdd }: SuggestedProps) {
  if (suggestions.length === 0) return null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-2">
      <p className="text-13 text-muted">{label}</p>
      <ChipRow label={label}>
        {suggestions.map(({ text, yield: brings, why }) => (
          <Chip key={text} look="add" title={tSent(why)} className="max-w-full" onClick={() => onAdd(text)}>
            <span className={mono ? 'truncate font-mono text-12 text-text' : 'truncate font-medium text-text'}>{text}</span>
            {brings === '' ? null : <span className="flex-none tabular-nums">{brings}</span>}
          </Chip>
        ))}
      </ChipRow>
    </div>
  );
}
