import { Calendar } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { FunnelStep } from '#shared/analytics.ts';
import type { CampaignOption } from '#web/features/campaigns/use-campaign-names.ts';
import { useKeys } from '#web/features/keys/keys.ts';
import { Button } from '#web/ui/button.tsx';
import { SetChip } from '#web/ui/chip.tsx';
import { Field, Input, Select } from '#web/ui/field.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { type ChosenRange, customFilters, type Preset, presetFilters, presets } from './range.ts';
import { stepNames, texts } from './texts.ts';

interface RangePickerProps {
  range: ChosenRange;
  /** The last day that can be chosen. */
  today: string;
  /** Null: there is none to choose. */
  campaigns: readonly CampaignOption[] | null;
  onChange: (filters: Record<string, string | undefined>) => void;
}

const options = presets.map((value) => ({ value, label: texts.presets[value] }));

/** Days and campaign of the page. */
export function RangePicker({ range, today, campaigns, onChange }: RangePickerProps) {
  return (
    <>
      <Segmented<Preset | 'custom'>
        label={texts.range}
        options={options}
        value={range.preset}
        onChange={(preset) => preset !== 'custom' && onChange(presetFilters(preset))}
      />
      <DaysPopover range={range} today={today} onChange={onChange} />
      {campaigns === null ? null : (
        <Select
          aria-label={texts.campaign}
          options={[{ value: 'all', label: texts.allCampaigns }, ...campaigns]}
          value={range.campaignId ?? 'all'}
          onChange={(id) => onChange({ campaign: id === 'all' ? undefined : id })}
          className="max-w-52 max-md:max-w-full"
        />
      )}
    </>
  );
}

/** The step of the funnel that the page is filtered by; Escape removes it, too. */
export function StepChip({ step, onRemove }: { step: FunnelStep; onRemove: () => void }) {
  useKeys({ close: onRemove });
  return (
    <SetChip removeLabel={texts.allSteps} onRemove={onRemove}>
      {texts.onlyStep(stepNames[step])}
    </SetChip>
  );
}

function DaysPopover({ range, today, onChange }: Omit<RangePickerProps, 'campaigns'>) {
  const [isOpen, setOpen] = useState(false);
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [from, to] = [form.get('from'), form.get('to')];
    if (typeof from !== 'string' || typeof to !== 'string') return;
    onChange(customFilters(from, to));
    setOpen(false);
  };
  return (
    <Popover
      label={texts.chooseDays}
      align="end"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant={range.preset === 'custom' ? 'secondary' : 'outline'} icon={Calendar} aria-label={texts.chooseDays}>
          {texts.presets.custom}
        </Button>
      }
    >
      <form onSubmit={choose} className="flex w-56 flex-col gap-3">
        <Field label={texts.from}>
          <Input type="date" name="from" required max={today} defaultValue={range.from} />
        </Field>
        <Field label={texts.to}>
          <Input type="date" name="to" required max={today} defaultValue={range.to} />
        </Field>
        <Button type="submit">{texts.show}</Button>
      </form>
    </Popover>
  );
}
