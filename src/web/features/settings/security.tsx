import { useState } from 'react';
import { authRoutes, passwordChangeSchema } from '#shared/auth.ts';
import { minPasswordLength } from '#shared/product.ts';
import { call } from '#web/lib/api.ts';
import { useDirtyForm } from '#web/lib/dirty-form.ts';
import { useForm } from '#web/lib/form.ts';
import { LeaveGuard } from '#web/lib/leave-guard.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { useAuth, useUser } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { PasswordField } from '#web/features/auth/password-field.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { passkeyTexts } from './passkey-texts.ts';
import { Passkeys } from './passkeys.tsx';
import { SessionList } from './session-list.tsx';
import { securityTexts } from './texts.ts';
import { TwoFactor } from './two-factor.tsx';
import { twoFactorTexts } from './two-factor-texts.ts';

function ChangePassword() {
  const { adopt } = useAuth();
  const { email } = useUser();
  const [times, setTimes] = useState(0);
  const { isDirty, settle, onInput } = useDirtyForm();
  const form = useForm(passwordChangeSchema, async (body) => {
    adopt(await call(authRoutes.changePassword, { body }));
    settle();
    setTimes((before) => before + 1);
    showToast.success(securityTexts.changed);
  });
  return (
    <form key={times} {...form.props} onInput={onInput} className="flex flex-col gap-5 pt-4">
      <LeaveGuard isDirty={isDirty && !form.busy} holds="address" />
      {form.failure ? <Note tone="bad">{form.failure}</Note> : null}
      <input type="email" name="account" autoComplete="username" value={email} readOnly hidden disabled />
      <PasswordField
        label={securityTexts.current}
        error={form.errors['currentPassword']}
        name="currentPassword"
        autoComplete="current-password"
      />
      <PasswordField
        label={securityTexts.next}
        hint={securityTexts.nextHint(minPasswordLength)}
        error={form.errors['newPassword']}
        name="newPassword"
        autoComplete="new-password"
      />
      <div>
        <Button type="submit" busy={form.busy}>
          {securityTexts.change}
        </Button>
      </div>
    </form>
  );
}

function LogoutEverywhere() {
  const { forget } = useAuth();
  const [asking, setAsking] = useState(false);
  const end = async () => {
    await call(authRoutes.logoutEverywhere, {});
    forget();
  };
  return (
    <div className="flex flex-col items-start gap-4 pt-4">
      <p className="text-soft-text">{securityTexts.sessionsText}</p>
      <Button variant="outline" onClick={() => setAsking(true)}>
        {securityTexts.everywhere}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={securityTexts.everywhereTitle}
        description={securityTexts.sessionsText}
        confirmLabel={securityTexts.everywhere}
        onConfirm={end}
      />
    </div>
  );
}

export function Security() {
  return (
    <div className="flex flex-col gap-10">
      <Section title={securityTexts.password}>
        <ChangePassword />
      </Section>
      <Section title={twoFactorTexts.title}>
        <TwoFactor />
      </Section>
      <Section title={passkeyTexts.title}>
        <Passkeys />
      </Section>
      <Section title={securityTexts.sessions}>
        <SessionList />
        <LogoutEverywhere />
      </Section>
    </div>
  );
}
