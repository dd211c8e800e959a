import { useState } from 'react';
import { competitorRoutes } from '#shared/competitors.ts';
import {
  lastMonthDay,
  newReportScheduleSchema,
  reportEmailRoutes,
  type ReportPace,
  reportPaces,
  type ReportSchedule,
} from '#shared/report-emails.ts';
import { dayOptions, hourOptions } from '#web/features/notifications/texts.ts';
import { call, useApi } from '#web/lib/api.ts';
import { browserTimeZone } from '#web/lib/browser-time-zone.ts';
import { checkFields, useCheckedForm } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { CheckboxGroup } from '#web/ui/choice.tsx';
import { ChipInput } from '#web/ui/chip-input.tsx';
import { DialogFooter } from '#web/ui/dialog.tsx';
import { Field, Select, FailureAlert } from '#web/ui/field.tsx';
import type { ShareProps } from './share-form.tsx';
import { emailTexts as texts, shareTexts } from './texts.ts';

export interface EmailProps extends Pick<ShareProps, 'campaigns' | 'range'> {
  /** Null: a new one. */
  schedule: ReportSchedule | null;
  onDone: () => void;
  onCancel: () => void;
}

const paceOptions = reportPaces.map((value) => ({ value, label: texts.paces[value] }));
const monthDays = Array.from({ length: lastMonthDay }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }));

/** Who gets a report, and when. */
export function ReportEmailForm({ campaigns, range, schedule, onDone, onCancel }: EmailProps) {
  const competitors = useApi(competitorRoutes.list, {}).data?.items ?? [];
  const [campaignId, setCampaignId] = useState(schedule ? (schedule.campaignId ?? 'all') : (range.campaignId ?? 'all'));
  const [recipients, setRecipients] = useState<string[]>(schedule?.recipients.map(({ email }) => email) ?? []);
  const [pace, setPace] = useState<ReportPace>(schedule?.pace ?? 'weekly');
  const [day, setDay] = useState(String(schedule?.day ?? 1));
  const [hour, setHour] = useState(String(schedule?.hour ?? 8));
  const [competitorIds, setCompetitorIds] = useState<string[]>(schedule?.competitorIds ?? []);
  const check = () => {
    const campaign = campaignId === 'all' ? {} : { campaignId };
    const given = { ...campaign, recipients, pace, day: Number(day), hour: Number(hour), competitorIds, zone: browserTimeZone() };
    const checked = checkFields(newReportScheduleSchema, given);
    if ('data' in checked) return checked;
    // Of an address, `recipients.2`; there is one field for all.
    const wrong = Object.entries(checked.errors).find(([name]) => name.startsWith('recipients.'));
    return { errors: wrong ? { recipients: texts.invalid(recipients[Number(wrong[0].split('.')[1])] ?? '') } : checked.errors };
  };
  const form = useCheckedForm(check, async (body) => {
    const { campaignId: _campaign, zone: _zone, ...changes } = body;
    await (schedule
      ? call(reportEmailRoutes.update, { params: { id: schedule.id }, body: changes })
      : call(reportEmailRoutes.create, { body }));
    onDone();
  });
  const choosePace = (next: ReportPace) => {
    setPace(next);
    setDay('1');
  };
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <FailureAlert failure={form.failure ?? form.errors['competitorIds'] ?? null} />
      {schedule ? null : (
        <Field label={shareTexts.campaign}>
          <Select
            full
            options={[{ value: 'all', label: shareTexts.allCampaigns }, ...campaigns]}
            value={campaignId}
            onChange={setCampaignId}
          />
        </Field>
      )}
      <Field label={texts.recipients} hint={texts.recipientsHint} error={form.errors['recipients']}>
        <ChipInput values={recipients} onChange={setRecipients} placeholder="client@example.com" />
      </Field>
      <div className="grid gap-4 md:grid-cols-3">
        <Field label={texts.pace}>
          <Select full options={paceOptions} value={pace} onChange={choosePace} />
        </Field>
        <Field label={pace === 'weekly' ? texts.weekday : texts.monthDay} error={form.errors['day']}>
          <Select full options={pace === 'weekly' ? dayOptions : monthDays} value={day} onChange={setDay} />
        </Field>
        <Field label={texts.hour}>
          <Select full options={hourOptions} value={hour} onChange={setHour} />
        </Field>
      </div>
      <p className="-mt-2 text-12 text-muted">{texts.period[pace]}</p>
      {competitors.length === 0 ? null : (
        <CheckboxGroup
          label={shareTexts.voice}
          hint={shareTexts.voiceHint}
          options={competitors.map(({ id, name }) => ({ value: id, label: name }))}
          value={competitorIds}
          onChange={setCompetitorIds}
        />
      )}
      <DialogFooter>
        <Button variant="outline" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" busy={form.busy}>
          {schedule ? texts.save : texts.schedule}
        </Button>
      </DialogFooter>
    </form>
  );
}
