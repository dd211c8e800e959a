import { useState } from 'react';
import { campaignLimits } from '#shared/campaigns.ts';
import type { PriceRange } from '#shared/price-range.ts';
import { usePublicSettings } from '#web/lib/public-settings.tsx';
import { ChipInput } from '#web/ui/chip-input.tsx';
import { Field, Input, Textarea } from '#web/ui/field.tsx';
import { More } from '#web/ui/more.tsx';
import { Section } from '#web/ui/page.tsx';
import type { EditorPartProps } from './draft.ts';
import { editorTexts as texts } from './texts.ts';

const lists = [
  { name: 'painPoints', hint: texts.painPointsHint, add: texts.addPain, isForModel: false },
  { name: 'exclusions', hint: texts.exclusionsHint, add: texts.addExclusion, isForModel: true },
  { name: 'regions', hint: texts.regionsHint, add: texts.addRegion, isForModel: true },
] as const;

/** The offering and its target customer. */
export function EditorAbout({ draft, onChange, errors }: EditorPartProps) {
  const provider = usePublicSettings().data?.aiProvider;
  /** The built-in scorer ignores these fields. */
  const withNote = (hint = ''): string => (provider === 'builtin' ? `${hint} ${texts.onlyModel}`.trim() : hint);
  const text = <N extends 'name' | 'offering' | 'idealCustomer' | 'facts'>(name: N) => ({
    name,
    dir: 'auto',
    maxLength: campaignLimits[name],
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  const listField = ({ name, hint, add, isForModel }: (typeof lists)[number]) => (
    <Field key={name} label={texts[name]} hint={isForModel ? withNote(hint) : hint} error={errors[name]}>
      <ChipInput values={draft[name]} max={campaignLimits[name]} placeholder={add} onChange={(values) => onChange({ [name]: values })} />
    </Field>
  );
  return (
    <Section title={texts.about}>
      <div className="mt-4 flex flex-col gap-4">
        <Field label={texts.name} error={errors.name}>
          <Input {...text('name')} />
        </Field>
        <Field label={texts.offering} hint={texts.offeringHint} error={errors.offering}>
          <Textarea rows={3} {...text('offering')} />
        </Field>
        <Field label={texts.idealCustomer} error={errors.idealCustomer}>
          <Textarea rows={2} {...text('idealCustomer')} />
        </Field>
        {lists.filter(({ isForModel }) => !isForModel).map(listField)}
        <More
          name="campaign offer"
          label={texts.moreAbout}
          filled={draft.facts !== '' || draft.exclusions.length + draft.regions.length > 0 || draft.priceRange !== null}
          forced={Boolean(errors.facts ?? errors.exclusions ?? errors.regions ?? errors.priceRange)}
        >
          <Field label={texts.facts} hint={texts.factsHint} error={errors.facts}>
            <Textarea rows={3} {...text('facts')} />
          </Field>
          {lists.filter(({ isForModel }) => isForModel).map(listField)}
          <PriceRangeField value={draft.priceRange} error={errors.priceRange} onChange={(priceRange) => onChange({ priceRange })} />
        </More>
      </div>
    </Section>
  );
}

interface PriceRangeFieldProps {
  value: PriceRange | null;
  onChange: (value: PriceRange | null) => void;
  error?: string | undefined;
}

const amountOf = (text: string): number | null => (text.trim() === '' || Number.isNaN(Number(text)) ? null : Number(text));

/** What the offering costs: no range at all while both amounts are empty. */
function PriceRangeField({ value, onChange, error }: PriceRangeFieldProps) {
  const [currency, setCurrency] = useState(value?.currency ?? 'USD');
  const change = ({ min = value?.min ?? null, max = value?.max ?? null, code = currency }) =>
    onChange(min === null && max === null ? null : { min, max, currency: code });
  return (
    <div className="grid grid-cols-[1fr_1fr_6rem] gap-3">
      {(['min', 'max'] as const).map((end) => (
        <Field
          key={end}
          label={end === 'min' ? texts.priceMin : texts.priceMax}
          hint={end === 'min' ? texts.priceRangeHint : undefined}
          error={end === 'min' ? error : undefined}
        >
          <Input
            name={end === 'min' ? 'priceMin' : 'priceMax'}
            type="number"
            inputMode="decimal"
            min={0}
            step="any"
            value={value?.[end] ?? ''}
            onChange={(event) => change({ [end]: amountOf(event.target.value) })}
          />
        </Field>
      ))}
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
