import { useState } from 'react';
import type { PriceRange } from '#shared/campaigns.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { editorTexts as texts } from './texts.ts';

interface PriceRangeFieldProps {
  value: PriceRange | null;
  onChange: (value: PriceRange | null) => void;
  error?: string | undefined;
}

const amountOf = (text: string): number | null => (text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text));

/** What the offering costs: no range at all while both amounts are empty. */
export function PriceRangeField({ value, onChange, error }: PriceRangeFieldProps) {
  const [currency, setCurrency] = useState(value?.currency ?? 'USD');
  const change = ({ min = value?.min ?? null, max = value?.max ?? null, code = currency }) =>
    onChange(min === null && max === null ? null : { min, max, currency: code });
  return (
    <div className="grid grid-cols-[1fr_1fr_6rem] gap-3">
      <Field label={texts.priceMin} hint={texts.priceRangeHint} error={error}>
        <Input
          name="priceMin"
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          value={value?.min ?? ''}
          onChange={(event) => change({ min: amountOf(event.target.value) })}
        />
      </Field>
      <Field label={texts.priceMax}>
        <Input
          name="priceMax"
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          value={value?.max ?? ''}
          onChange={(event) => change({ max: amountOf(event.target.value) })}
        />
      </Field>
      <Field label={texts.currency}>
        <Input
          name="currency"
          maxLength={3}
          value={currency}
          onChange={(event) => {
            const code = event.target.value.toUpperCase();
            setCurrency(code);
            change({ code });
          }}
        />
      </Field>
    </div>
  );
}
