import { useMemo, useState } from 'react';
import { authRoutes, defaultLeadsPerDay, profileSchema, type ProfileUpdate, tones } from '#shared/auth.ts';
import { PasswordField } from '#web/features/auth/password-field.tsx';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { useAttempt } from '#web/lib/failure.ts';
import { browserTimeZone } from '#web/lib/browser-time-zone.ts';
import { useForm, useDirtyForm } from '#web/lib/form.ts';
import { tSent } from '#web/lib/language.ts';
import { LeaveGuard } from '#web/lib/leave-guard.tsx';
import { usePublicSettings } from '#web/lib/public-settings.tsx';
import { Can, useAuth, useUser } from '#web/lib/session.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { currentZoneName, timeZoneOptions, zoneLabel } from '#web/lib/time-zone-options.ts';
import { Button, TextLink } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Combobox } from '#web/ui/command.tsx';
import { Field, Input, Select, FormFailure, InputField } from '#web/ui/field.tsx';
import { profileTexts } from './texts.ts';

const toneOptions = tones.map((value) => ({ value, label: profileTexts.tones[value] }));
const identitySchema = profileSchema.pick({ username: true, email: true, currentPassword: true });

export function Profile() {
  const user = useUser();
  const { can } = user.workspace;
  const hasPlans = usePublicSettings().data?.uses.plans ?? false;
  const { updateProfile } = useAuth();
  const [settings, setSettings] = useState<NonNullable<ProfileUpdate['settings']>>(user.settings);
  const zones = useMemo(() => timeZoneOptions(), []);
  const [hasNewEmail, setHasNewEmail] = useState(false);
  const [saves, setSaves] = useState(0);
  const { isDirty, settle, onInput } = useDirtyForm();
  const form = useForm(identitySchema, async (identity) => {
    await updateProfile({ ...identity, settings });
    markStale(['/dashboard']);
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
      <FormFailure form={form} />
      <InputField form={form} label={profileTexts.username} name="username" defaultValue={user.username} autoComplete="username" />
      <InputField
        form={form}
        label={profileTexts.email}
        key={`${user.email} ${saves}`}
        name="email"
        type="email"
        defaultValue={user.email}
        autoComplete="email"
        onChange={(event) => setHasNewEmail(event.target.value.trim().toLowerCase() !== user.email.toLowerCase())}
      />
      <EmailState />
      {hasNewEmail ? (
        <PasswordField
          form={form}
          label={profileTexts.currentPassword}
          hint={profileTexts.currentPasswordHint}
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
      <Can do="read">
        <Field label={profileTexts.leadsPerDay} hint={profileTexts.leadsPerDayHint} error={form.errors['settings.leadsPerDay']}>
          <Input
            type="number"
            min={1}
            max={50}
            required
            className="w-24! tabular-nums"
            value={Number.isNaN(settings.leadsPerDay) ? '' : (settings.leadsPerDay ?? defaultLeadsPerDay)}
            onChange={(event) => setSettings({ ...settings, leadsPerDay: event.target.valueAsNumber })}
          />
        </Field>
        <Field label={profileTexts.tone} hint={profileTexts.toneHint}>
          <Select
            className="self-start"
            options={toneOptions}
            value={settings.defaultTone ?? 'helpful'}
            onChange={(defaultTone) => setSettings({ ...settings, defaultTone })}
          />
        </Field>
        <Checkbox
          checked={settings.opensNext ?? true}
          hint={profileTexts.opensNextHint}
          onChange={(event) => setSettings({ ...settings, opensNext: event.target.checked })}
        >
          {profileTexts.opensNext}
        </Checkbox>
      </Can>
      <div>
        <Button type="submit" busy={form.busy}>
          {profileTexts.save}
        </Button>
      </div>
      {hasPlans && can.read ? (
        <p className="text-13 text-muted">
          {profileTexts.plan} <TextLink to="/dashboard/billing">{profileTexts.billing}</TextLink>
        </p>
      ) : null}
    </form>
  );
}

/** Whether the address is confirmed, and a button that sends the link. Nothing where the instance can't send email. */
function EmailState() {
  const { data } = useApi(authRoutes.emailState, {});
  const [busy, start] = useAttempt();
  if (!data?.canConfirm || (data.confirmed && data.pendingEmail === null)) return null;
  const { pendingEmail } = data;
  const send = async () => showToast.success(tSent((await call(authRoutes.requestConfirmation, {})).message));
  return (
    <p className="-mt-4 text-12 text-muted">
      {pendingEmail === null ? profileTexts.unconfirmed : profileTexts.pending(pendingEmail)}{' '}
      <Button variant="link" busy={busy} onClick={() => void start(send)}>
        {pendingEmail === null ? profileTexts.sendLink : profileTexts.sendAgain}
      </Button>
    </p>
  );
}
