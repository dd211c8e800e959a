import { missingWords } from '#shared/issue-words.ts';
import { channelUpdateSchema, type Channel, type ChannelKind, newChannelSchema, noticeKinds } from '#shared/notify.ts';
import { checkFields, type FieldErrors } from '#web/lib/form.ts';
import { kindNames } from './texts.ts';

/** What the form holds. Fields of the address that are empty are left out, so that what is stored stays. */
export type ChannelDraft = Pick<
  Channel,
  'kind' | 'name' | 'kinds' | 'minScore' | 'campaignIds' | 'pace' | 'hour' | 'weekday' | 'quiet' | 'zone'
> & {
  target: Record<string, string>;
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

/** A name that nobody chose goes with the kind. */
export const withKind = (draft: ChannelDraft, kind: ChannelKind): ChannelDraft => ({
  ...draft,
  kind,
  target: {},
  name: draft.name === kindNames[draft.kind] ? kindNames[kind] : draft.name,
});

const filled = (target: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(target).flatMap(([field, value]) => (value.trim() === '' ? [] : [[field, value.trim()]])));

export const newChannelOf = (draft: ChannelDraft) => checkFields(newChannelSchema, { ...draft, target: filled(draft.target) });

export function changeOf({ target, ...draft }: ChannelDraft) {
  const { kind: _kind, ...rules } = draft;
  const address = filled(target);
  return checkFields(channelUpdateSchema, { ...rules, ...(Object.keys(address).length > 0 && { target: address }) });
}

/** A form has no keys that are missing: its fields are empty. */
export function plainErrors(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([field, message]) => [field, message === missingWords ? 'Fill this in' : message]));
}
