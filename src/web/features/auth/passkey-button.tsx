import { useState } from 'react';
import { ApiError } from '#web/lib/api.ts';
import { sessionTexts } from '#web/lib/session-texts.ts';
import { useAuth } from '#web/lib/session.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { hasPasskeys } from './passkey-support.ts';
import { loginTexts } from './texts.ts';

/** Logs in without email, password, and code. */
export function PasskeyButton() {
  const { adopt } = useAuth();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (!hasPasskeys()) return null;
  const logIn = async () => {
    setBusy(true);
    setFailure(null);
    const passkeys = await import('./passkey.ts').catch(() => null);
    try {
      if (passkeys === null) throw new Error(loginTexts.notFetched);
      const result = await passkeys.logInWithPasskey();
      adopt(result);
      showToast.success(sessionTexts.welcomeBack(result.user.username));
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      setFailure(error instanceof ApiError ? (error.serverMessage ?? error.message) : error.message);
    }
    setBusy(false);
  };
  return (
    <div className="mt-3 flex flex-col gap-3">
      <Button variant="outline" size="lg" busy={busy} onClick={() => void logIn()} className="w-full">
        {loginTexts.passkey}
      </Button>
      <div role="alert" className="empty:hidden">
        {failure === null ? null : <Note tone="bad">{failure}</Note>}
      </div>
    </div>
  );
}
