import { missingText } from '#shared/issue-messages.ts';
import { channelUpdateSchema, type Channel, type ChannelKind, isForPrograms, newChannelSchema, noticeKinds } from '#shared/notify.ts';
import { checkFields, type FieldErrors } from '#web/lib/form.ts';
import { t, tSent } from '#web/lib/language.ts';
import { kindNames } from './texts.ts';

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
