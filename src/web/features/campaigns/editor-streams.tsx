import { maxFeeds, schedules, type Preview } from '#shared/campaigns.ts';
import { SubredditFacts } from '#web/features/subreddits/subreddit-facts.tsx';
import { subredditName } from '#web/lib/format.ts';
import { ChipInput } from '#web/ui/chip-input.tsx';
import { Switch } from '#web/ui/choice.tsx';
import { Field } from '#web/ui/field.tsx';
import { Section } from '#web/ui/section.tsx';
import { Select } from '#web/ui/select.tsx';
import { normalizeFeed, normalizeLanguage, normalizeSubreddit } from './draft.ts';
import type { EditorPartProps } from './editor-parts.ts';
import { Suggestions } from './suggestions.tsx';
import { editorTexts as texts, scheduleLabels } from './texts.ts';

interface EditorStreamsProps extends EditorPartProps {
  /** Suggestions and posts per day from the dry run. */
  found?: Pick<Preview, 'pace' | 'suggestions'> | undefined;
}

export function EditorStreams({ draft, onChange, errors, found }: EditorStreamsProps) {
  const chosen = new Set(draft.subreddits.map((name) => name.toLowerCase()));
  const suggestions = (found?.suggestions.subreddits ?? [])
    .filter(({ name }) => !chosen.has(name.toLowerCase()))
    .map(({ name, matches, why }) => ({ text: subredditName(name), why, yield: matches === 0 ? '' : texts.matches(matches) }));
  const pace = new Map(found?.pace.map(({ name, perDay }) => [name.toLowerCase(), perDay]));
  return (
    <Section title={texts.streams}>
      <div className="mt-4 flex flex-col gap-4">
        <Field label={texts.subreddits} error={errors.subreddits}>
          <ChipInput
            values={draft.subreddits}
            max={300}
            placeholder={texts.addSubreddit}
            normalize={normalizeSubreddit}
            onChange={(subreddits) => onChange({ subreddits })}
          />
        </Field>
        <SubredditFacts names={draft.subreddits} pace={pace} />
        <Suggestions
          label={texts.wouldFit}
          suggestions={suggestions}
          onAdd={(name) => onChange({ subreddits: [...draft.subreddits, name.slice(2)] })}
        />
        <div className="flex flex-wrap gap-x-8 gap-y-3">
          <Switch
            checked={draft.searchEverywhere}
            hint={texts.searchEverywhereHint}
            onChange={(event) => onChange({ searchEverywhere: event.target.checked })}
          >
            {texts.searchEverywhere}
          </Switch>
          <Switch
            checked={draft.hackerNews}
            hint={texts.hackerNewsHint}
            onChange={(event) => onChange({ hackerNews: event.target.checked })}
          >
            {texts.hackerNews}
          </Switch>
          <Switch checked={draft.includeComments} onChange={(event) => onChange({ includeComments: event.target.checked })}>
            {texts.includeComments}
          </Switch>
          <Switch checked={draft.notify} onChange={(event) => onChange({ notify: event.target.checked })}>
            {texts.notify}
          </Switch>
        </div>
        <Field label={texts.feeds} hint={texts.feedsHint} error={errors.feeds}>
          <ChipInput
            values={draft.feeds}
            max={maxFeeds}
            placeholder={texts.addFeed}
            normalize={normalizeFeed}
            onChange={(feeds) => onChange({ feeds })}
          />
        </Field>
        <div className="grid gap-4 md:grid-cols-2">
          <Field label={texts.languages} hint={texts.languagesHint} error={errors.languages}>
            <ChipInput values={draft.languages} max={20} normalize={normalizeLanguage} onChange={(languages) => onChange({ languages })} />
          </Field>
          <Field label={texts.schedule}>
            <Select
              full
              options={schedules.map((value) => ({ value, label: scheduleLabels[value] }))}
              value={draft.schedule}
              onChange={(schedule) => onChange({ schedule })}
            />
          </Field>
        </div>
      </div>
    </Section>
  );
}
