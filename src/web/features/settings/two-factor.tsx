import { useState } from 'react';
import { Pencil, Trash2 } from 'lucide-react';
import { type Passkey, passkeyRoutes } from '#shared/passkeys.ts';
import { twoFactorRoutes } from '#shared/two-factor.ts';
import { hasPasskeys } from '#web/features/auth/passkey-button.tsx';
import { markStale, useApi } from '#web/lib/api.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { Loaded, ListSkeleton } from '#web/ui/states.tsx';
import { twoFactorTexts, passkeyTexts } from './texts.ts';
import type { TwoFactorChange } from './two-factor-dialogs.tsx';

const PasskeyDialog = lazyDialog(async () => (await import('./two-factor-dialogs.tsx')).PasskeyDialog);
const PasskeyNameDialog = lazyDialog(async () => (await import('./two-factor-dialogs.tsx')).PasskeyNameDialog);
const PasskeyRemovalDialog = lazyDialog(async () => (await import('./two-factor-dialogs.tsx')).PasskeyRemovalDialog);

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const close = (isOpen: boolean) => setOpen((before) => (isOpen ? before : null));
  const { name, lastUsedAt } = passkey;
  return (
    <li className="flex items-center gap-1 border-b border-line py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <bdi className="block text-14 font-medium wrap-anywhere">{name}</bdi>
        <p className="text-12 text-muted">
          {lastUsedAt === null ? (
            passkeyTexts.neverUsed
          ) : (
            <>
              {passkeyTexts.lastUsed} <TimeAgo at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <IconButton small label={passkeyTexts.rename(name)} icon={Pencil} onClick={() => setOpen('rename')} />
      <IconButton small label={passkeyTexts.remove(name)} icon={Trash2} onClick={() => setOpen('remove')} />
      <PasskeyNameDialog open={open === 'rename'} onOpenChange={close} passkey={passkey} />
      <PasskeyRemovalDialog open={open === 'remove'} onOpenChange={close} passkey={passkey} />
    </li>
  );
}

function PasskeyList() {
  return (
    <Loaded answer={useApi(passkeyRoutes.list, {})} failed={passkeyTexts.failed} skeleton={<ListSkeleton rows={1} />} empty={null}>
      {({ items }) => (
        <ul aria-label={passkeyTexts.label}>
          {items.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}

/** The passkeys of the account, and the button that adds one. */
export function Passkeys() {
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-4 pt-4">
      <p className="text-soft-text">{passkeyTexts.text}</p>
      <PasskeyList />
      {hasPasskeys() ? (
        <div>
          <Button variant="outline" onClick={() => setOpen(true)}>
            {passkeyTexts.add}
          </Button>
        </div>
      ) : (
        <p className="text-13 text-muted">{passkeyTexts.unavailable}</p>
      )}
      <PasskeyDialog open={open} onOpenChange={setOpen} />
    </div>
  );
}

const TwoFactorDialog = lazyDialog(async () => (await import('./two-factor-dialogs.tsx')).TwoFactorDialog);

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
    <Loaded answer={useApi(twoFactorRoutes.state, {})} failed={twoFactorTexts.failed} skeleton={<ListSkeleton rows={1} />}>
      {({ enabled, recoveryCodesLeft }) => (
        <div className="flex flex-col items-start gap-4 pt-4">
          <p className="text-soft-text">{enabled ? twoFactorTexts.on : twoFactorTexts.off}</p>
          {enabled ? (
            <>
              <p className="text-13 text-muted">
                {twoFactorTexts.codesLeft(recoveryCodesLeft)} {recoveryCodesLeft <= fewCodes ? twoFactorTexts.fewLeft : null}
              </p>
              <div className="flex flex-wrap gap-2">
                <Button variant="outline" onClick={() => onAsk('renew')}>
                  {twoFactorTexts.renew}
                </Button>
                <Button variant="outline" onClick={() => onAsk('turnOff')}>
                  {twoFactorTexts.turnOff}
                </Button>
              </div>
            </>
          ) : (
            <Button variant="outline" onClick={() => onAsk('setUp')}>
              {twoFactorTexts.setUp}
            </Button>
          )}
        </div>
      )}
    </Loaded>
  );
}
