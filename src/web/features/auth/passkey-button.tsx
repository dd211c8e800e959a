import { ApiError, messageOf, useAction } from '#web/lib/failure.ts';
import { sessionTexts } from '#web/lib/session-store.ts';
import { useAuth } from '#web/lib/session.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { tSent } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { FailureAlert } from '#web/ui/field.tsx';
import { loginTexts } from './texts.ts';

/** Browsers offer passkeys over https and on localhost, and never for an IP address. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname);

/** Logs in without email, password, and code. */
export function PasskeyButton() {
  const { adopt } = useAuth();
  const { isBusy, failure, start } = useAction(
    (error) => (error instanceof ApiError && error.serverMessage && tSent(error.serverMessage)) || messageOf(error),
  );
  if (!hasPasskeys()) return null;
  const logIn = async () => {
    const { logInWithPasskey } = await import('./passkey.ts');
    const result = await logInWithPasskey();
    adopt(result);
    showToast.success(sessionTexts.welcomeBack(result.user.username));
  };
  return (
    <div className="mt-3 flex flex-col gap-3">
      <Button variant="outline" size="lg" busy={isBusy} onClick={() => void start(logIn)} className="w-full">
        {loginTexts.passkey}
      </Button>
      <FailureAlert failure={failure} />
    </div>
  );
}
