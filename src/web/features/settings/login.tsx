import { useState } from 'react';
import { authRoutes, passwordChangeSchema } from '#shared/auth.ts';
import { passkeyRoutes } from '#shared/passkeys.ts';
import { minPasswordLength } from '#shared/product.ts';
import { type OwnWays, singleSignOnRoutes, unlinkSchema } from '#shared/single-sign-on.ts';
import { tokenRoutes } from '#shared/tokens.ts';
import { PasswordField } from '#web/features/auth/password-field.tsx';
import { call, markStale } from '#web/lib/api.ts';
import { attempt } from '#web/lib/failure.ts';
import { useForm, useDirtyForm } from '#web/lib/form.ts';
import { tSent } from '#web/lib/language.ts';
import { LeaveGuard } from '#web/lib/leave-guard.tsx';
import { useAuth, useUser } from '#web/lib/session.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogForm, TitledDialog } from '#web/ui/dialog.tsx';
import { FormFailure } from '#web/ui/field.tsx';
import { CurrentPassword, RemoveAccess } from './fields.tsx';
import { securityTexts, linkedLoginTexts as texts } from './texts.ts';

/** For an account that single sign-on created. */
export function FirstPassword() {
  const { email } = useUser();
  const send = () =>
    attempt(async () => {
      showToast.success(tSent((await call(authRoutes.forgotPassword, { body: { email } })).message));
    });
  return (
    <div className="flex flex-col items-start gap-4 pt-4">
      <p className="text-soft-text">{texts.noPassword}</p>
      <Button variant="outline" onClick={() => void send()}>
        {texts.sendLink}
      </Button>
    </div>
  );
}

function UnlinkForm({ onDone }: { onDone: () => void }) {
  const form = useForm(unlinkSchema, async (body) => {
    await call(singleSignOnRoutes.unlink, { body });
    showToast.success(texts.unlinked);
    markStale([singleSignOnRoutes.ways.path]);
    onDone();
  });
  return (
    <DialogForm form={form} submit={texts.unlink} destructive>
      <CurrentPassword form={form} />
    </DialogForm>
  );
}

/** The account at the issuer that logs in to this one. */
export function LinkedLogin({ issuer, identity, hasPassword }: OwnWays & { issuer: string }) {
  const [open, setOpen] = useState(false);
  if (identity === null) return <p className="pt-4 text-soft-text">{texts.notLinked(issuer)}</p>;
  return (
    <div className="flex flex-col items-start gap-4 pt-4">
      <div>
        <p className="wrap-anywhere text-soft-text">{texts.linked(issuer, identity.label)}</p>
        <p className="text-12 text-muted">
          {texts.lastUsed} <TimeAgo at={identity.lastUsedAt} />
        </p>
      </div>
      {hasPassword ? (
        <Button variant="outline" onClick={() => setOpen(true)}>
          {texts.unlink}
        </Button>
      ) : null}
      <TitledDialog open={open} onOpenChange={setOpen} title={texts.unlink} text={texts.unlinkText(issuer)}>
        <UnlinkForm onDone={() => setOpen(false)} />
      </TitledDialog>
    </div>
  );
}

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
