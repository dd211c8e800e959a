import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { authRoutes, profileSchema, tones, type ProfileUpdate } from '#shared/auth.ts';
import { markStale } from '#web/lib/api.ts';
import { useDirtyForm } from '#web/lib/dirty-form.ts';
import { browserTimeZone } from '#web/lib/browser-time-zone.ts';
import { useForm } from '#web/lib/form.ts';
import { LeaveGuard } from '#web/lib/leave-guard.tsx';
import { currentZoneName, timeZoneOptions, zoneLabel } from '#web/lib/time-zone-options.ts';
import { useAuth, useUser } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice-group.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Note } from '#web/ui/note.tsx';
import { PasswordField } from '#web/features/auth/password-field.tsx';
import { EmailState } from './email-state.tsx';
import { profileTexts } from './texts.ts';

const toneOptions = tones.map((value) => {
  const { label, hint } = profileTexts.tones[value];
  return { value, label, hint };
});
const identitySchema = profileSchema.pick({ username: true, email: true, currentPassword: true });

export function Profile() {
  const user = useUser();
  const { updateProfile } = useAuth();
  const [settings, setSettings] = useState<NonNullable<ProfileUpdate['settings']>>(user.settings);
  const zones = useMemo(() => timeZoneOptions(), []);
  const [hasNewEmail, setHasNewEmail] = useState(false);
  const [saves, setSaves] = useState(0);
  const { isDirty, settle, onInput } = useDirtyForm();
  const form = useForm(identitySchema, async (identity) => {
    await updateProfile({ ...identity, settings });
    settle();
    setHasNewEmail(false);
    markStale([authRoutes.emailState.path]);
    // An address that waits for its link is not the account's yet.
    setSaves((before) => before + 1);
  });
  const isChanged = isDirty || (Object.keys(settings) as (keyof typeof settings)[]).some((name) => settings[name] !== user.settings[name]);
  return (
    <form {...form.props} onInput={onInput} className="flex flex-col gap-6">
      <LeaveGuard isDirty={isChanged && !form.busy} holds="address" />
      {form.failure ? <Note tone="bad">{form.failure}</Note> : null}
      <Field label={profileTexts.username} error={form.errors['username']}>
        <Input name="username" defaultValue={user.username} autoComplete="username" />
      </Field>
      <Field label={profileTexts.email} error={form.errors['email']}>
        <Input
          key={`${user.email} ${saves}`}
          name="email"
          type="email"
          defaultValue={user.email}
          autoComplete="email"
          onChange={(event) => setHasNewEmail(event.target.value.trim().toLowerCase() !== user.email.toLowerCase())}
        />
      </Field>
      <EmailState />
      {hasNewEmail ? (
        <PasswordField
          label={profileTexts.currentPassword}
          hint={profileTexts.currentPasswordHint}
          error={form.errors['currentPassword']}
          name="currentPassword"
          autoComplete="current-password"
        />
      ) : null}
      <Field
        label={profileTexts.timezone}
        hint={profileTexts.timezoneHint(zoneLabel(browserTimeZone()))}
        error={form.errors['settings.timezone']}
      >
        <Combobox
          label={profileTexts.timezones}
          options={zones}
          value={settings.timezone === undefined ? null : currentZoneName(settings.timezone)}
          onChange={(timezone) => setSettings({ ...settings, timezone })}
          placeholder={profileTexts.chooseTimezone}
          searchPlaceholder={profileTexts.findTimezone}
          empty={profileTexts.noTimezone}
        />
      </Field>
      <div className="flex flex-col gap-3">
        <RadioGroup
          label={profileTexts.tone}
          options={toneOptions}
          value={settings.defaultTone ?? 'helpful'}
          onChange={(defaultTone) => setSettings({ ...settings, defaultTone })}
        />
        <p className="text-12 text-muted">{profileTexts.toneHint}</p>
      </div>
      <Checkbox
        checked={settings.opensNext ?? true}
        hint={profileTexts.opensNextHint}
        onChange={(event) => setSettings({ ...settings, opensNext: event.target.checked })}
      >
        {profileTexts.opensNext}
      </Checkbox>
      <div>
        <Button type="submit" busy={form.busy}>
          {profileTexts.save}
        </Button>
      </div>
      <p className="text-13 text-muted">
        {profileTexts.plan}{' '}
        <Link to="/dashboard/billing" className="font-medium text-primary hover:underline">
          {profileTexts.billing}
        </Link>
      </p>
    </form>
  );
}
