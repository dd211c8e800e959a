import { useMemo } from 'react';
import { missingText } from '#shared/issue-messages.ts';
import {
  eventKinds,
  eventNames,
  noticeKinds,
  channelUpdateSchema,
  type Channel,
  type ChannelKind,
  isForPrograms,
  newChannelSchema,
} from '#shared/notify.ts';
import { useCampaignNames } from '#web/features/campaigns/use-campaign-names.ts';
import { type FieldErrors, checkFields } from '#web/lib/form.ts';
import { t, tSent } from '#web/lib/language.ts';
import { currentZoneName, timeZoneOptions } from '#web/lib/time-zone-options.ts';
import { Checkbox, RadioGroup, Switch } from '#web/ui/choice.tsx';
import { Combobox } from '#web/ui/command.tsx';
import { Field, Input, Select, Slider } from '#web/ui/field.tsx';
import { dayOptions, formTexts as texts, hourOptions, noticeNames, kindNames } from './texts.ts';

/** The form's values. Empty address fields are left out of the request so that the stored values stay. */
export type ChannelDraft = Pick<
  Channel,
  'kind' | 'name' | 'kinds' | 'minScore' | 'campaignIds' | 'pace' | 'hour' | 'weekday' | 'quiet' | 'zone'
> & {
  target: Record<string, string>;
  /** Removes the stored headers. */
  dropsHeaders?: boolean;
};

export const freshDraft = (kind: ChannelKind, zone: string): ChannelDraft => ({
  kind,
  name: kindNames[kind],
  target: {},
  kinds: [...noticeKinds],
  minScore: 70,
  campaignIds: [],
  pace: 'now',
  hour: 8,
  weekday: 1,
  quiet: null,
  zone,
});

export const draftOf = ({ kind, name, kinds, minScore, campaignIds, pace, hour, weekday, quiet, zone }: Channel): ChannelDraft => ({
  kind,
  name,
  target: {},
  kinds,
  minScore,
  campaignIds,
  pace,
  hour,
  weekday,
  quiet,
  zone,
});

/** A default name follows the kind; a custom one stays. */
export const withKind = (draft: ChannelDraft, kind: ChannelKind): ChannelDraft => ({
  ...draft,
  kind,
  target: {},
  kinds: draft.kinds.filter((one) => kind === 'webhook' || !isForPrograms(one)),
  name: draft.name === kindNames[draft.kind] ? kindNames[kind] : draft.name,
});

const filled = (target: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(target).flatMap(([field, value]) => (value.trim() === '' ? [] : [[field, value.trim()]])));

export const newChannelOf = (draft: ChannelDraft) => checkFields(newChannelSchema, { ...draft, target: filled(draft.target) });

export function changeOf({ target, dropsHeaders = false, ...draft }: ChannelDraft) {
  const { kind: _kind, ...rules } = draft;
  const address = { ...filled(target), ...(dropsHeaders && { headers: '' }) };
  return checkFields(channelUpdateSchema, { ...rules, ...(Object.keys(address).length > 0 && { target: address }) });
}

/** Form fields are empty rather than missing. */
export function plainErrors(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [field, message === tSent(missingText) ? t('Fill this in') : message]),
  );
}

interface PartProps {
  draft: ChannelDraft;
  errors: FieldErrors;
  onChange: (change: Partial<ChannelDraft>) => void;
}

const toggled = <T extends string>(list: readonly T[], item: T): T[] =>
  list.includes(item) ? list.filter((one) => one !== item) : [...list, item];

export function NotifyFields({ draft, errors, onChange }: PartProps) {
  const { options } = useCampaignNames();
  const isProgram = draft.kind === 'webhook';
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="mb-2 text-13 font-medium">{texts.kinds}</legend>
        <div className="flex flex-col gap-2.5">
          {(isProgram ? eventKinds : noticeKinds).map((kind) => (
            <Checkbox
              key={kind}
              name="kinds"
              checked={draft.kinds.includes(kind)}
              onChange={() => onChange({ kinds: toggled(draft.kinds, kind) })}
            >
              {noticeNames[kind]}
              {isProgram ? <code className="ml-2 text-12 text-muted">{eventNames[kind]}</code> : null}
            </Checkbox>
          ))}
        </div>
        {errors['kinds'] ? (
          <p role="alert" className="mt-2 text-12 font-medium text-bad">
            {errors['kinds']}
          </p>
        ) : null}
      </fieldset>
      {draft.kinds.includes('new-lead') ? (
        <Field label={texts.minScore} hint={texts.minScoreHint} aside={<span className="tabular-nums">{draft.minScore}</span>}>
          <Slider value={draft.minScore} onChange={(minScore) => onChange({ minScore })} />
        </Field>
      ) : null}
      {options.length > 0 ? (
        <fieldset className="min-w-0">
          <legend className="mb-2 text-13 font-medium">{texts.campaigns}</legend>
          <div className="flex max-h-44 flex-col gap-2.5 overflow-y-auto">
            <Checkbox checked={draft.campaignIds.length === 0} onChange={() => onChange({ campaignIds: [] })}>
              {texts.allCampaigns}
            </Checkbox>
            {options.map(({ value, label }) => (
              <Checkbox
                key={value}
                name="campaignIds"
                checked={draft.campaignIds.includes(value)}
                onChange={() => onChange({ campaignIds: toggled(draft.campaignIds, value) })}
              >
                <bdi className="wrap-anywhere">{label}</bdi>
              </Checkbox>
            ))}
          </div>
        </fieldset>
      ) : null}
    </>
  );
}

const paceOptions = (['now', 'daily', 'weekly'] as const).map((value) => {
  const { label, hint } = texts.paces[value];
  return { value, label, hint };
});

function QuietFields({ draft: { quiet }, errors, onChange }: PartProps) {
  const given = quiet ?? { from: '22:00', to: '07:00' };
  return (
    <>
      <Switch
        checked={quiet !== null}
        hint={texts.quietHint}
        onChange={(event) => onChange({ quiet: event.target.checked ? given : null })}
      >
        {texts.quiet}
      </Switch>
      {quiet ? (
        <div className="grid grid-cols-2 gap-3">
          <Field label={texts.from} error={errors['quiet.from']}>
            <Input
              type="time"
              name="quiet.from"
              value={quiet.from}
              onChange={(event) => onChange({ quiet: { ...quiet, from: event.target.value } })}
            />
          </Field>
          <Field label={texts.to} error={errors['quiet.to']}>
            <Input
              type="time"
              name="quiet.to"
              value={quiet.to}
              onChange={(event) => onChange({ quiet: { ...quiet, to: event.target.value } })}
            />
          </Field>
        </div>
      ) : null}
    </>
  );
}

export function WhenFields(props: PartProps) {
  const { draft, errors, onChange } = props;
  const zones = useMemo(() => timeZoneOptions([draft.zone, 'UTC']), [draft.zone]);
  return (
    <>
      <RadioGroup label={texts.pace} options={paceOptions} value={draft.pace} onChange={(pace) => onChange({ pace })} />
      {draft.pace === 'now' ? (
        <QuietFields {...props} />
      ) : (
        <div className="grid grid-cols-2 gap-3">
          {draft.pace === 'weekly' ? (
            <Field label={texts.weekday}>
              <Select full options={dayOptions} value={String(draft.weekday)} onChange={(day) => onChange({ weekday: Number(day) })} />
            </Field>
          ) : null}
          <Field label={texts.hour}>
            <Select full options={hourOptions} value={String(draft.hour)} onChange={(hour) => onChange({ hour: Number(hour) })} />
          </Field>
        </div>
      )}
      {draft.pace === 'now' && draft.quiet === null ? null : (
        <Field label={texts.zone} error={errors['zone']}>
          <Combobox
            label={texts.zones}
            options={zones}
            value={currentZoneName(draft.zone)}
            onChange={(zone) => onChange({ zone })}
            searchPlaceholder={texts.findZone}
            empty={texts.noZone}
          />
        </Field>
      )}
    </>
  );
}
