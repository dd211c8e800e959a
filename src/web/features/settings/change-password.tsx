import { useState } from 'react';
import { authRoutes, passwordChangeSchema } from '#shared/auth.ts';
import { passkeyRoutes } from '#shared/passkeys.ts';
import { minPasswordLength } from '#shared/product.ts';
import { tokenRoutes } from '#shared/tokens.ts';
import { PasswordField } from '#web/features/auth/password-field.tsx';
import { call, markStale } from '#web/lib/api.ts';
import { useForm, useDirtyForm } from '#web/lib/form.ts';
import { LeaveGuard } from '#web/lib/leave-guard.tsx';
import { useAuth } from '#web/lib/session.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { FormFailure } from '#web/ui/field.tsx';
import { CurrentPassword, RemoveAccess } from './proof-fields.tsx';
import { securityTexts } from './texts.ts';

const fieldsSchema = passwordChangeSchema.omit({ keepPasskeysAndTokens: true });

export function ChangePassword() {
  const { adopt } = useAuth();
  const [times, setTimes] = useState(0);
  const [remove, setRemove] = useState(true);
  const { isDirty, settle, onInput } = useDirtyForm();
  const form = useForm(fieldsSchema, async (fields) => {
    adopt(await call(authRoutes.changePassword, { body: { ...fields, keepPasskeysAndTokens: !remove } }));
    settle();
    setTimes((before) => before + 1);
    setRemove(true);
    markStale([passkeyRoutes.list.path, tokenRoutes.list.path, authRoutes.sessions.path]);
    showToast.success(remove ? securityTexts.changedAndRemoved : securityTexts.changed);
  });
  return (
    <form key={times} {...form.props} onInput={onInput} className="flex flex-col gap-5 pt-4">
      <LeaveGuard isDirty={isDirty && !form.busy} holds="address" />
      <FormFailure form={form} />
      <CurrentPassword form={form} />
      <PasswordField
        form={form}
        label={securityTexts.next}
        hint={securityTexts.nextHint(minPasswordLength)}
        name="newPassword"
        autoComplete="new-password"
      />
      <RemoveAccess remove={remove} onChange={setRemove} />
      <div>
        <Button type="submit" busy={form.busy}>
          {securityTexts.change}
        </Button>
      </div>
    </form>
  );
}
