import { useState } from 'react';
import { twoFactorRoutes } from '#shared/two-factor.ts';
import { markStale, useApi } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import type { TwoFactorChange } from './two-factor-dialog.tsx';
import { twoFactorTexts as texts } from './two-factor-texts.ts';

const TwoFactorDialog = lazyDialog(async () => (await import('./two-factor-dialog.tsx')).TwoFactorDialog);

const fewCodes = 3;

/** Whether signing in takes a code, and the buttons that change it. */
export function TwoFactor() {
  const { data, error, mutate, isValidating } = useApi(twoFactorRoutes.state, {});
  const [change, setChange] = useState<TwoFactorChange>('setUp');
  const [open, setOpen] = useState(false);
  if (!data) {
    if (!error) return <ListSkeleton rows={1} />;
    return (
      <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
        {texts.failed} {error.message}
      </ErrorState>
    );
  }
  const ask = (next: TwoFactorChange) => {
    setChange(next);
    setOpen(true);
  };
  const { enabled, recoveryCodesLeft } = data;
  return (
    <div className="flex flex-col items-start gap-4 pt-4">
      <p className="text-soft-text">{enabled ? texts.on : texts.off}</p>
      {enabled ? (
        <>
          <p className="text-13 text-muted">
            {texts.codesLeft(recoveryCodesLeft)} {recoveryCodesLeft <= fewCodes ? texts.fewLeft : null}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" onClick={() => ask('renew')}>
              {texts.renew}
            </Button>
            <Button variant="outline" onClick={() => ask('turnOff')}>
              {texts.turnOff}
            </Button>
          </div>
        </>
      ) : (
        <Button variant="outline" onClick={() => ask('setUp')}>
          {texts.setUp}
        </Button>
      )}
      <TwoFactorDialog
        open={open}
        onOpenChange={setOpen}
        change={change}
        onChanged={() => markStale([twoFactorRoutes.state.path, '/auth/sessions'])}
      />
    </div>
  );
}
