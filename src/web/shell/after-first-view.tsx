import { useSyncExternalStore } from 'react';
import { useChords, workspacesChord } from '#web/features/keys/chords.ts';
import { useRowSteps } from '#web/features/keys/rows.tsx';
import { switcherRequest } from '#web/features/workspaces/switcher-request.ts';
import { useWorkspaceWatch } from '#web/features/workspaces/watch.ts';
import { useWorkspace } from '#web/lib/session.tsx';
import { useGo } from '#web/lib/unsaved-guard.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';

const Switcher = lazyDialog(async () => (await import('#web/features/workspaces/switcher.tsx')).Switcher);

/** Loaded after the first view. */
export function AfterFirstView() {
  const go = useGo();
  const { others } = useWorkspace();
  useChords((path) => (path === workspacesChord ? switcherRequest.set(others > 0) : go(path)));
  useRowSteps();
  useWorkspaceWatch();
  const isSwitching = useSyncExternalStore(switcherRequest.subscribe, switcherRequest.get);
  return <Switcher open={isSwitching} onOpenChange={switcherRequest.set} />;
}
