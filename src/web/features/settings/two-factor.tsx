import { useState } from 'react';
import { twoFactorRoutes } from '#shared/two-factor.ts';
import { markStale, useApi } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { twoFactorTexts as texts } from './texts.ts';
import type { TwoFactorChange } from './two-factor-dialog.tsx';

const TwoFactorDialog = lazyDialog(async () => (await import('./two-factor-dialog.tsx')).TwoFactorDialog);

const fewCodes = 3;

/** Whether signing in takes a code, and the buttons that change it. */
export function TwoFactor() {
  const [change, setChange] = useState<TwoFactorChange>('setUp');
  const [open, setOpen] = useState(false);
  const ask = (next: TwoFactorChange) => {
    setChange(next);
    setOpen(true);
  };
  return (
    <>
      <TwoFactorState onAsk={ask} />
      {/* Beside the state, which is read anew when turning it on replaces the session: the recovery codes stay until they are saved. */}
      <TwoFactorDialog
        open={open}
        onOpenChange={setOpen}
        change={change}
        onChanged={() => markStale([twoFactorRoutes.state.path, '/auth/sessions', '/auth/passkeys', '/tokens'])}
      />
    </>
  );
}

function TwoFactorState({ onAsk }: { onAsk: (change: TwoFactorChange) => void }) {
  return (
    <Loaded answer={useApi(twoFactorRoutes.state, {})} failed={texts.failed} skeleton={<ListSkeleton rows={1} />}>
      {({ enabled, recoveryCodesLeft }) => (
        <div className="flex flex-col items-start gap-4 pt-4">
          <p className="text-soft-text">{enabled ? texts.on : texts.off}</p>
          {enabled ? (
            <>
              <p className="text-13 text-muted">
                {texts.codesLeft(recoveryCodesLeft)} {recoveryCodesLeft <= fewCodes ? texts.fewLeft : null}
              </p>
              <div className="flex flex-wrap gap-2">
                <Button variant="outline" onClick={() => onAsk('renew')}>
                  {texts.renew}
                </Button>
                <Button variant="outline" onClick={() => onAsk('turnOff')}>
                  {texts.turnOff}
                </Button>
              </div>
            </>
          ) : (
            <Button variant="outline" onClick={() => onAsk('setUp')}>
              {texts.setUp}
            </Button>
          )}
        </div>
      )}
    </Loaded>
  );
}
