import { useId } from 'react';
import { t } from '#web/lib/language.ts';
import { accents, type AccentName } from '#web/lib/theme.ts';

interface AccentPickerProps {
  value: AccentName;
  onChange: (accent: AccentName) => void;
  /** Which theme's shade the swatches show. */
  dark: boolean;
}

/** The eight accents as round swatches; a radio group for keyboards and screen readers. */
export function AccentPicker({ value, onChange, dark }: AccentPickerProps) {
  const group = useId();
  return (
    <fieldset className="flex flex-wrap items-center gap-2 max-md:gap-0">
      <legend className="sr-only">{t('Accent color')}</legend>
      {accents.map((accent) => (
        <label key={accent.name} title={t(accent.name)} className="grid cursor-pointer place-items-center max-md:size-10">
          <input
            type="radio"
            name={group}
            value={accent.name}
            checked={accent.name === value}
            onChange={() => onChange(accent.name)}
            className="peer sr-only"
          />
          <span className="sr-only">{t(accent.name)}</span>
          <span
            aria-hidden
            style={{ background: `hsl(${dark ? accent.darkValue : accent.value})` }}
            className="size-5 rounded-full ring-offset-2 ring-offset-surface peer-checked:ring-2 peer-checked:ring-text peer-focus-visible:outline-2 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-ring max-md:size-7"
          />
        </label>
      ))}
    </fieldset>
  );
}
