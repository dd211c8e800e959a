import { useState } from 'react';
import { campaignLimits, type Preview, schedules } from '#shared/campaigns.ts';
import { type Place, placeRoutes } from '#shared/places.ts';
import { type CampaignStreamKind, streamKinds } from '#shared/sources.ts';
import { type CampaignStream, includesComments, namesOf, withComments, withNames, withOnly } from '#shared/streams.ts';
import { SubredditFacts } from '#web/features/subreddits/subreddit-facts.tsx';
import { useApi } from '#web/lib/api.ts';
import { subredditName } from '#web/lib/format.ts';
import { t, tSent } from '#web/lib/language.ts';
import { ChipInput } from '#web/ui/chip-input.tsx';
import { Chip, ChipRow } from '#web/ui/chip.tsx';
import { Switch } from '#web/ui/choice.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { More } from '#web/ui/more.tsx';
import { Section } from '#web/ui/page.tsx';
import { type EditorPartProps, emptyInput, normalizeLanguage, normalizeName } from './draft.ts';
import { editorTexts as texts, scheduleLabels } from './texts.ts';

interface Suggestion {
  text: string;
  /** A figure shown after it, if there is one. */
  yield: string;
  why: string;
}

interface SuggestedProps {
  label: string;
  suggestions: readonly Suggestion[];
  mono?: boolean;
  onAdd: (text: string) => void;
}

/** Suggestions to add with one click. */
export function Suggestions({ label, suggestions, mono = false, onAdd }: SuggestedProps) {
  if (suggestions.length === 0) return null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-2">
      <p className="text-13 text-muted">{label}</p>
      <ChipRow label={label}>
        {suggestions.map(({ text, yield: brings, why }) => (
          <Chip key={text} look="add" title={tSent(why)} className="max-w-full" onClick={() => onAdd(text)}>
            <span className={mono ? 'truncate font-mono text-12 text-text' : 'truncate font-medium text-text'}>{text}</span>
            {brings === '' ? null : <span className="flex-none tabular-nums">{brings}</span>}
          </Chip>
        ))}
      </ChipRow>
    </div>
  );
}

interface EditorStreamsProps extends EditorPartProps {
  /** Suggestions and posts per day from the dry run. */
  found?: Pick<Preview, 'pace' | 'suggestions'> | undefined;
}

const named = streamKinds.filter(({ only }) => only === undefined);
const single = streamKinds.filter(({ only }) => only !== undefined);
const isElsewhere = ({ source }: CampaignStreamKind): boolean => source !== 'reddit';

export function EditorStreams({ draft, onChange, errors, found }: EditorStreamsProps) {
  const { streams } = draft;
  const places = useApi(placeRoutes.list, {}, { revalidateOnFocus: false, revalidateIfStale: false }).data?.items ?? [];
  /** The choice while there is no stream that keeps it. */
  const [wantsComments, setWantsComments] = useState(true);
  const hasComments = streams.length === 0 ? wantsComments : includesComments(streams);
  const change = (next: CampaignStream[]) => {
    if (next.length === 0) setWantsComments(hasComments);
    onChange({ streams: streams.length === 0 ? withComments(next, hasComments) : next });
  };
  const fieldOf = (of: CampaignStreamKind) => (
    <NamesField
      key={of.kind}
      of={of}
      names={namesOf(streams, of.kind)}
      places={places}
      error={errorOf(of, streams, errors)}
      onChange={(names) => change(withNames(streams, of.kind, names))}
    />
  );
  const switchOf = ({ kind, label, hint }: CampaignStreamKind) => (
    <Switch
      key={kind}
      checked={namesOf(streams, kind).length > 0}
      hint={hint === undefined ? undefined : t(hint)}
      onChange={(event) => change(withOnly(streams, kind, event.target.checked))}
    >
      {t(label)}
    </Switch>
  );
  return (
    <Section title={texts.streams}>
      <div className="mt-4 flex flex-col gap-4">
        {named.filter((of) => !isElsewhere(of)).map(fieldOf)}
        <SubredditParts
          names={namesOf(streams, 'subreddit')}
          found={found}
          onAdd={(name) => change(withNames(streams, 'subreddit', [...namesOf(streams, 'subreddit'), name]))}
        />
        <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          {single.filter((of) => !isElsewhere(of)).map(switchOf)}
          <Switch
            checked={hasComments}
            disabled={streams.length === 0}
            onChange={(event) => change(withComments(streams, event.target.checked))}
          >
            {texts.includeComments}
          </Switch>
          <Switch checked={draft.notify} onChange={(event) => onChange({ notify: event.target.checked })}>
            {texts.notify}
          </Switch>
        </div>
        <Field label={texts.schedule} className="max-w-64">
          <Select
            full
            options={schedules.map((value) => ({ value, label: scheduleLabels[value] }))}
            value={draft.schedule}
            onChange={(schedule) => onChange({ schedule })}
          />
        </Field>
        <More
          name="campaign sources"
          label={texts.moreStreams}
          filled={
            draft.languages.join() !== emptyInput.languages.join() ||
            streamKinds.some((of) => isElsewhere(of) && namesOf(streams, of.kind).length > 0)
          }
          forced={
            errors['languages'] !== undefined || streamKinds.some((of) => isElsewhere(of) && errorOf(of, streams, errors) !== undefined)
          }
        >
          <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">{single.filter(isElsewhere).map(switchOf)}</div>
          {named.filter(isElsewhere).map(fieldOf)}
          <Field label={texts.languages} hint={texts.languagesHint} error={errors['languages']}>
            <ChipInput
              values={draft.languages}
              max={campaignLimits.languages}
              normalize={normalizeLanguage}
              onChange={(languages) => onChange({ languages })}
            />
          </Field>
        </More>
      </div>
    </Section>
  );
}

/** The server names a stream by its place; what is wrong with all of them shows at the first kind. */
function errorOf(of: CampaignStreamKind, streams: readonly CampaignStream[], errors: EditorStreamsProps['errors']): string | undefined {
  for (const [path, message] of Object.entries(errors)) {
    const stream = streams[Number(/^streams\.(\d+)/.exec(path)?.[1])];
    if (stream?.kind === of.kind) return `${stream.name}: ${message}`;
  }
  return of === named[0] ? errors['streams'] : undefined;
}

interface NamesFieldProps {
  of: CampaignStreamKind;
  names: readonly string[];
  /** Of the catalog. */
  places: readonly Place[];
  error: string | undefined;
  onChange: (names: string[]) => void;
}

/** The streams of one kind. */
const NamesField = ({ of: { kind, label, hint, placeholder, maxStreams }, names, places, error, onChange }: NamesFieldProps) => (
  <Field label={t(label)} hint={hint === undefined ? undefined : t(hint)} error={error}>
    <ChipInput
      values={names}
      max={maxStreams}
      placeholder={placeholder === undefined ? undefined : t(placeholder)}
      normalize={(text) => normalizeName(kind, text)}
      options={places
        .filter((place) => place.kind === kind && !names.includes(place.name))
        .map(({ name, title, topics }) => ({ value: name, label: [title, topics.join(', ')].filter((part) => part !== '').join(': ') }))}
      onChange={onChange}
    />
  </Field>
);

interface SubredditPartsProps extends Pick<EditorStreamsProps, 'found'> {
  names: readonly string[];
  onAdd: (name: string) => void;
}

/** What is known about the campaign's subreddits, and which would fit. */
function SubredditParts({ names, found, onAdd }: SubredditPartsProps) {
  const chosen = new Set(names.map((name) => name.toLowerCase()));
  const suggestions = (found?.suggestions.subreddits ?? [])
    .filter(({ name }) => !chosen.has(name.toLowerCase()))
    .map(({ name, matches, why }) => ({ text: subredditName(name), why, yield: matches === 0 ? '' : texts.matches(matches) }));
  const pace = new Map(found?.pace.map(({ name, perDay }) => [name.toLowerCase(), perDay]));
  return (
    <>
      <SubredditFacts names={names} pace={pace} />
      <Suggestions label={texts.wouldFit} suggestions={suggestions} onAdd={(name) => onAdd(name.slice(2))} />
    </>
  );
}
