import { Calendar } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { analyticsRoutes } from '#shared/analytics.ts';
import { type CampaignOption, useCampaignNames } from '#web/features/campaigns/use-campaign-names.ts';
import { useApi } from '#web/lib/api.ts';
import { browserTimeZone } from '#web/lib/browser-time-zone.ts';
import { useMinute } from '#web/lib/minute.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useUser } from '#web/lib/session.tsx';
import { useSetFilters } from '#web/lib/url-params.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, Input, Select } from '#web/ui/field.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { AnalyticsFigures, AnalyticsSkeleton } from './analytics-figures.tsx';
import { type ChosenRange, customFilters, dateIn, type Preset, presetFilters, presets, rangeOf } from './range.ts';
import { texts } from './texts.ts';

export function AnalyticsPage() {
  usePageTitle(texts.title);
  const [address] = useSearchParams();
  const change = useSetFilters();
  const user = useUser();
  const today = dateIn(user.settings.timezone, useMinute());
  const range = rangeOf(address, today);
  const { options: campaigns, nameOf } = useCampaignNames();
  const query = { from: range.from, to: range.to, zone: browserTimeZone(), ...(range.campaignId && { campaignId: range.campaignId }) };
  const answer = useApi(analyticsRoutes.get, { query }, { keepPreviousData: true });
  const whose = range.campaignId === undefined ? texts.everyCampaign : (nameOf(range.campaignId) ?? texts.oneCampaign);
  return (
    <Page>
      <PageHeader
        title={texts.title}
        lead={texts.lead(rangeLabel(range), whose, (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1)}
        actions={<RangePicker range={range} today={today} campaigns={campaigns} onChange={change} />}
      />
      <Loaded answer={answer} failed={texts.failed} skeleton={<AnalyticsSkeleton />}>
        {(analytics) => (
          <AnalyticsFigures
            analytics={analytics}
            query={query}
            hasCampaigns={campaigns.length > 0}
            onLonger={() => change(presetFilters('365'))}
          />
        )}
      </Loaded>
    </Page>
  );
}

/** "October 23 to November 21", with years if they differ. */
function rangeLabel({ from, to }: ChosenRange): string {
  const format = new Intl.DateTimeFormat(undefined, {
    day: 'numeric',
    timeZone: 'UTC',
    ...(from.slice(0, 4) === to.slice(0, 4) ? { month: 'long' } : { month: 'short', year: 'numeric' }),
  });
  return from === to ? format.format(new Date(from)) : `${format.format(new Date(from))} to ${format.format(new Date(to))}`;
}

interface RangePickerProps {
  range: ChosenRange;
  /** The last day that can be chosen. */
  today: string;
  campaigns: readonly CampaignOption[];
  onChange: (filters: Record<string, string | undefined>) => void;
}

const options = presets.map((value) => ({ value, label: texts.presets[value] }));

function RangePicker({ range, today, campaigns, onChange }: RangePickerProps) {
  return (
    <>
      <Segmented<Preset | 'custom'>
        label={texts.range}
        options={options}
        value={range.preset}
        onChange={(preset) => preset !== 'custom' && onChange(presetFilters(preset))}
      />
      <DaysPopover range={range} today={today} onChange={onChange} />
      <Select
        aria-label={texts.campaign}
        options={[{ value: 'all', label: texts.allCampaigns }, ...campaigns]}
        value={range.campaignId ?? 'all'}
        onChange={(id) => onChange({ campaign: id === 'all' ? undefined : id })}
        className="max-w-52 max-md:max-w-full"
      />
    </>
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
