import { useState } from 'react';
import { type Voice, voiceLimits, voiceRoutes } from '#shared/voice.ts';
import { call, useApi } from '#web/lib/api.ts';
import { useAction } from '#web/lib/failure.ts';
import { LeaveGuard } from '#web/lib/leave-guard.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { tSent } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, Textarea, FormFailure } from '#web/ui/field.tsx';
import { Section } from '#web/ui/page.tsx';
import { Loaded, PageSkeleton } from '#web/ui/states.tsx';
import { voiceTexts as texts } from './texts.ts';

/** How the user writes: read from replies, and corrected by hand. */
export function VoiceSection() {
  const answer = useApi(voiceRoutes.get, {}, { revalidateOnFocus: false });
  return (
    <Section title={texts.title}>
      <Loaded answer={answer} failed={texts.failed} skeleton={<PageSkeleton />}>
        {(voice) => <VoiceForm key={voice.updatedAt} saved={voice} onSaved={(next) => void answer.mutate(next, { revalidate: false })} />}
      </Loaded>
    </Section>
  );
}

/** The replies after one was changed. An emptied one keeps its place, so that the next doesn't move into its field. */
export function withSample(samples: readonly string[], index: number, text: string): string[] {
  const next = samples.with(index, text);
  return next.slice(0, next.findLastIndex((sample) => sample !== '') + 1);
}

const filled = (samples: readonly string[]): string[] => samples.map((sample) => sample.trim()).filter((sample) => sample !== '');

function VoiceForm({ saved, onSaved }: { saved: Voice; onSaved: (voice: Voice) => void }) {
  const [profile, setProfile] = useState(saved.profile);
  const [samples, setSamples] = useState<readonly string[]>(saved.samples);
  const [note, setNote] = useState('');
  const saving = useAction();
  const describing = useAction();
  const given = filled(samples);
  const isChanged = profile.trim() !== saved.profile || given.join('\n') !== saved.samples.join('\n');
  const save = (body: { profile: string; samples: string[] }, done: string) =>
    saving.start(async () => {
      onSaved(await call(voiceRoutes.replace, { body }));
      showToast.success(done);
    });
  const describe = (own: boolean) =>
    describing.start(async () => {
      const { profile: described, by, read } = await call(voiceRoutes.describe, { body: own ? {} : { samples: given } });
      setProfile(tSent(described));
      setNote(texts.described(read, by));
    });
  const fields = samples.length < voiceLimits.samples ? [...samples, ''] : samples;
  return (
    <form
      className="flex flex-col gap-5 pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save({ profile, samples: given }, texts.saved);
      }}
    >
      <LeaveGuard isDirty={isChanged && !saving.isBusy} holds="address" />
      <FormFailure form={{ failure: saving.failure ?? describing.failure }} />
      <Field label={texts.profile} hint={note || texts.profileHint}>
        <Textarea
          dir="auto"
          rows={5}
          maxLength={voiceLimits.profile}
          value={profile}
          onChange={(event) => setProfile(event.target.value)}
        />
      </Field>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-13 font-medium">{texts.samples}</legend>
        {fields.map((sample, index) => (
          <Textarea
            // oxlint-disable-next-line react/no-array-index-key -- what is in a field is all that tells it from the others
            key={index}
            dir="auto"
            rows={sample === '' ? 2 : 3}
            aria-label={texts.sample(index + 1)}
            placeholder={texts.paste}
            maxLength={voiceLimits.sample}
            value={sample}
            onChange={(event) => setSamples(withSample(fields, index, event.target.value))}
          />
        ))}
        <p className="text-12 text-muted">{texts.samplesHint}</p>
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={saving.isBusy} disabled={!isChanged}>
          {texts.save}
        </Button>
        <Button
          variant="outline"
          busy={describing.isBusy}
          disabled={given.length < voiceLimits.fewest}
          onClick={() => void describe(false)}
        >
          {texts.describe}
        </Button>
        {saved.replies < voiceLimits.fewest ? null : (
          <Button variant="outline" busy={describing.isBusy} onClick={() => void describe(true)}>
            {texts.describeOwn(saved.replies)}
          </Button>
        )}
        {saved.updatedAt === null ? null : (
          <Button variant="ghost" onClick={() => void save({ profile: '', samples: [] }, texts.deleted)}>
            {texts.delete}
          </Button>
        )}
      </div>
    </form>
  );
}
