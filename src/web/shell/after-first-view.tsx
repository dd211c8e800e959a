import { useEffect, useSyncExternalStore } from 'react';
import { watchOffline } from '#web/features/inbox/actions/offline.ts';
import { useChords, workspacesChord } from '#web/features/keys/key-guide.ts';
import { useRowSteps } from '#web/features/keys/keys.tsx';
import { switcherRequest } from '#web/features/workspaces/switcher-request.ts';
import { useWorkspaceWatch } from '#web/features/workspaces/switching.ts';
import { useAuth, useUser } from '#web/lib/session.tsx';
import { useGo } from '#web/lib/unsaved-guard.ts';
import { whenIdle } from '#web/lib/when-idle.ts';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { FeedbackByLink, fetchOfflineParts, FollowUpHost } from './hosted-dialogs.tsx';

const Switcher = lazyDialog(async () => (await import('#web/features/workspaces/switcher.tsx')).Switcher);

/** Loaded after the first view. */
export function AfterFirstView() {
  const go = useGo();
  const user = useUser();
  const { token } = useAuth();
  const { others } = user.workspace;
  useEffect(() => whenIdle(fetchOfflineParts), []);
  useEffect(() => watchOffline(user, token ?? ''), [user, token]);
  useChords((path) => (path === workspacesChord ? switcherRequest.set(others > 0) : go(path)));
  useRowSteps();
  useWorkspaceWatch();
  const isSwitching = useSyncExternalStore(switcherRequest.subscribe, switcherRequest.get);
  return (
    <>
      <FollowUpHost />
      <FeedbackByLink />
      <Switcher open={isSwitching} onOpenChange={switcherRequest.set} />
    </>
  );
}
