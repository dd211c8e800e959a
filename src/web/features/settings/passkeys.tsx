import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { passkeyRoutes, type Passkey } from '#shared/passkeys.ts';
import { hasPasskeys } from '#web/features/auth/passkey-support.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { passkeyTexts as texts } from './passkey-texts.ts';

const PasskeyDialog = lazyDialog(async () => (await import('./passkey-dialog.tsx')).PasskeyDialog);
const PasskeyNameDialog = lazyDialog(async () => (await import('./passkey-name-dialog.tsx')).PasskeyNameDialog);

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null);
  const close = (isOpen: boolean) => setOpen((before) => (isOpen ? before : null));
  const { id, name, lastUsedAt } = passkey;
  const remove = async () => {
    await call(passkeyRoutes.remove, { params: { id } });
    showToast.success(texts.removed);
    markStale([passkeyRoutes.list.path]);
  };
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
      <ConfirmDialog
        open={open === 'remove'}
        onOpenChange={close}
        title={texts.removeTitle(name)}
        description={texts.removeText}
        confirmLabel={texts.confirmRemove}
        destructive
        onConfirm={remove}
      />
    </li>
  );
}

function PasskeyList() {
  const { data, error, mutate, isValidating } = useApi(passkeyRoutes.list, {});
  if (!data) {
    if (!error) return <ListSkeleton rows={1} />;
    return (
      <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
        {texts.failed} {error.message}
      </ErrorState>
    );
  }
  if (data.items.length === 0) return null;
  return (
    <ul aria-label={texts.label}>
      {data.items.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} />
      ))}
    </ul>
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
