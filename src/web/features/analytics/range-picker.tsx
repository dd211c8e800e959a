import { Calendar } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type FunnelStep, funnelSteps } from '#shared/analytics.ts';
import type { CampaignOption } from '#web/features/campaigns/use-campaign-names.ts';
import { useKeys } from '#web/features/keys/keys.tsx';
import { dateFormat } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';
import { dayParam, idParam, oneOf, readUrlParams } from '#web/lib/url-params.ts';
import { Button } from '#web/ui/button.tsx';
import { SetChip } from '#web/ui/chip.tsx';
import { Field, Input, Select } from '#web/ui/field.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { stepNames, texts } from './texts.ts';

const dayMs = 86_400_000;

export const presets = ['7', '30', '90', '365'] as const;
export type Preset = (typeof presets)[number];
const defaultPreset: Preset = '30';

const readers = { days: oneOf(presets), from: dayParam, to: dayParam, campaign: idParam, step: oneOf(funnelSteps) };

/** Both dates are inclusive. */
export interface ChosenRange {
  preset: Preset | 'custom';
  from: string;
  to: string;
  campaignId: string | undefined;
  /** Only what reached this step of the funnel. */
  step: FunnelStep | undefined;
}

/** "October 23 to November 21", with years if they differ. */
export function rangeLabel({ from, to }: ChosenRange): string {
  const format = dateFormat({
    day: 'numeric',
    timeZone: 'UTC',
    ...(from.slice(0, 4) === to.slice(0, 4) ? { month: 'long' } : { month: 'short', year: 'numeric' }),
  });
  return from === to
    ? format.format(new Date(from))
    : t('{from} to {to}', { from: format.format(new Date(from)), to: format.format(new Date(to)) });
}

/** The date in a time zone, such as `2026-11-21`; in the browser's zone if the given one is unknown. */
export function dateIn(zone: string | undefined, now: number): string {
  const of = (timeZone: string | undefined) =>
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);
  try {
    return of(zone);
  } catch {
    return of(undefined);
  }
}

const shifted = (date: string, days: number): string => new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);

/** The range in the URL; swapped dates are put in order. */
export function rangeOf(address: URLSearchParams, today: string): ChosenRange {
  const { days, from, to, campaign, step } = readUrlParams(address, readers);
  if (from !== undefined || to !== undefined) {
    const ends = [from ?? shifted(to ?? today, -29), to ?? today].toSorted();
    return { preset: 'custom', from: ends[0] ?? today, to: ends[1] ?? today, campaignId: campaign, step };
  }
  const preset = days ?? defaultPreset;
  return { preset, from: shifted(today, 1 - Number(preset)), to: today, campaignId: campaign, step };
}

/** URL filters for a preset; the default one leaves the URL empty. */
export const presetFilters = (preset: Preset) => ({ days: preset === defaultPreset ? undefined : preset, from: undefined, to: undefined });
const customFilters = (from: string, to: string) => ({ days: undefined, from, to });

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
