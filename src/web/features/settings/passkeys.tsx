import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Passkey, passkeyRoutes } from '#shared/passkeys.ts';
import { hasPasskeys } from '#web/features/auth/passkey-support.ts';
import { useApi } from '#web/lib/api.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { passkeyTexts as texts } from './texts.ts';

const PasskeyDialog = lazyDialog(async () => (await import('./passkey-dialogs.tsx')).PasskeyDialog);
const PasskeyNameDialog = lazyDialog(async () => (await import('./passkey-dialogs.tsx')).PasskeyNameDialog);
const PasskeyRemovalDialog = lazyDialog(async () => (await import('./passkey-dialogs.tsx')).PasskeyRemovalDialog);

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
            texts.neverUsed
          ) : (
            <>
              {texts.lastUsed} <TimeAgo at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <IconButton small label={texts.rename(name)} icon={Pencil} onClick={() => setOpen('rename')} />
      <IconButton small label={texts.remove(name)} icon={Trash2} onClick={() => setOpen('remove')} />
      <PasskeyNameDialog open={open === 'rename'} onOpenChange={close} passkey={passkey} />
      <PasskeyRemovalDialog open={open === 'remove'} onOpenChange={close} passkey={passkey} />
    </li>
  );
}

function PasskeyList() {
  return (
    <Loaded answer={useApi(passkeyRoutes.list, {})} failed={texts.failed} skeleton={<ListSkeleton rows={1} />} empty={null}>
      {({ items }) => (
        <ul aria-label={texts.label}>
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
      <p className="text-soft-text">{texts.text}</p>
      <PasskeyList />
      {hasPasskeys() ? (
        <div>
          <Button variant="outline" onClick={() => setOpen(true)}>
            {texts.add}
          </Button>
        </div>
      ) : (
        <p className="text-13 text-muted">{texts.unavailable}</p>
      )}
      <PasskeyDialog open={open} onOpenChange={setOpen} />
    </div>
  );
}
