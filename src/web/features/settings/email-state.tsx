import { useState } from 'react';
import { authRoutes } from '#shared/auth.ts';
import { call, useApi } from '#web/lib/api.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { profileTexts } from './texts.ts';

/** Whether the address is confirmed, and a button that sends the link. Nothing where the instance can't send email. */
export function EmailState() {
  const { data } = useApi(authRoutes.emailState, {});
  const [busy, setBusy] = useState(false);
  if (!data?.canConfirm || (data.confirmed && data.pendingEmail === null)) return null;
  const { pendingEmail } = data;
  const send = async () => {
    setBusy(true);
    try {
      showToast.success((await call(authRoutes.requestConfirmation, {})).message);
    } catch (error) {
      showToast.error(error instanceof Error ? error.message : profileTexts.sendFailed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <p className="-mt-4 text-12 text-muted">
      {pendingEmail === null ? profileTexts.unconfirmed : profileTexts.pending(pendingEmail)}{' '}
      <Button variant="link" busy={busy} onClick={() => void send()}>
        {pendingEmail === null ? profileTexts.sendLink : profileTexts.sendAgain}
      </Button>
    </p>
  );
}
