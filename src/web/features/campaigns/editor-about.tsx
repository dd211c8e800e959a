import { ChipInput } from '#web/ui/chip-input.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Section } from '#web/ui/section.tsx';
import type { EditorPartProps } from './editor-parts.ts';
import { PriceRangeField } from './price-range-field.tsx';
import { editorTexts as texts } from './texts.ts';

/** The offering and its target customer. */
export function EditorAbout({ draft, onChange, errors }: EditorPartProps) {
  return (
    <Section title={texts.about}>
      <div className="mt-4 flex flex-col gap-4">
        <Field label={texts.name} error={errors.name}>
          <Input name="name" dir="auto" maxLength={120} value={draft.name} onChange={(event) => onChange({ name: event.target.value })} />
        </Field>
        <Field label={texts.offering} hint={texts.offeringHint} error={errors.offering}>
          <Textarea
            name="offering"
            dir="auto"
            rows={3}
            maxLength={5000}
            value={draft.offering}
            onChange={(event) => onChange({ offering: event.target.value })}
          />
        </Field>
        <Field label={texts.idealCustomer} error={errors.idealCustomer}>
          <Textarea
            name="idealCustomer"
            dir="auto"
            rows={2}
            maxLength={5000}
            value={draft.idealCustomer}
            onChange={(event) => onChange({ idealCustomer: event.target.value })}
          />
        </Field>
        <Field label={texts.painPoints} hint={texts.painPointsHint} error={errors.painPoints}>
          <ChipInput values={draft.painPoints} max={50} placeholder={texts.addPain} onChange={(painPoints) => onChange({ painPoints })} />
        </Field>
        <Field label={texts.exclusions} hint={texts.exclusionsHint} error={errors.exclusions}>
          <ChipInput
            values={draft.exclusions}
            max={50}
            placeholder={texts.addExclusion}
            onChange={(exclusions) => onChange({ exclusions })}
          />
        </Field>
        <Field label={texts.regions} hint={texts.regionsHint} error={errors.regions}>
          <ChipInput values={draft.regions} max={50} placeholder={texts.addRegion} onChange={(regions) => onChange({ regions })} />
        </Field>
        <PriceRangeField value={draft.priceRange} error={errors.priceRange} onChange={(priceRange) => onChange({ priceRange })} />
      </div>
    </Section>
  );
}
