import { useState } from 'react';
import { redditAccountRoutes, type RedditStatus } from '#shared/reddit-account.ts';
import { call } from '#web/lib/api.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { goToReddit } from './connect.ts';
import { redditTexts as texts } from './texts.ts';
import { useAfterChange } from './use-after-change.ts';

interface ConnectionActionsProps {
  status: RedditStatus;
  onStatus: (status: RedditStatus) => void;
}

type Step = 'read' | 'submit' | 'refresh';

/** The actions that fit the connection's state. */
export function ConnectionActions({ status, onStatus }: ConnectionActionsProps) {
  const [busy, setBusy] = useState<Step | null>(null);
  const [isAsking, setAsking] = useState(false);
  const afterChange = useAfterChange();
  const { configured, connected, canPost, username } = status;

  const run = async (step: Step, work: () => Promise<void>) => {
    setBusy(step);
    try {
      await work();
    } catch (error) {
      showToast.error(error instanceof Error ? error.message : texts.loadFailed);
    } finally {
      setBusy(null);
    }
  };
  const leave = (scope: 'read' | 'submit') => void run(scope, () => goToReddit(scope));
  const refresh = async () => {
    const next = await call(redditAccountRoutes.refresh, {});
    onStatus(next);
    if (next.connected && next.lastError === null) showToast.success(texts.refreshed);
    await afterChange();
  };
  const disconnect = async () => {
    const { revoked } = await call(redditAccountRoutes.disconnect, {});
    if (revoked) showToast.success(texts.disconnected);
    else showToast.info(texts.notRevoked, 10_000);
    await afterChange();
  };

  return (
    <div className="flex flex-wrap gap-2">
      {connected ? null : (
        <Button disabled={!configured} busy={busy === 'read'} onClick={() => leave('read')}>
          {username === null ? texts.connect : texts.reconnect}
        </Button>
      )}
      {connected && !canPost ? (
        <Button busy={busy === 'submit'} onClick={() => leave('submit')}>
          {texts.allow}
        </Button>
      ) : null}
      {connected ? (
        <Button variant="outline" busy={busy === 'refresh'} onClick={() => void run('refresh', refresh)}>
          {texts.refresh}
        </Button>
      ) : null}
      {username === null ? null : (
        <Button variant="outline" onClick={() => setAsking(true)}>
          {texts.disconnect}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.disconnectTitle}
        description={texts.disconnectText}
        confirmLabel={texts.disconnect}
        destructive
        onConfirm={disconnect}
      />
    </div>
  );
}
