import { useMemo } from 'react';
import { type Member, workspaceRoutes } from '#shared/workspaces.ts';
import { useApi } from '#web/lib/api.ts';
import { useIsTeam, useWorkspace } from '#web/lib/session.tsx';

const none: Member[] = [];

/** Who sees this workspace, so without clients; nobody where the user works alone. */
export function useMembers(): readonly Member[] {
  const { id } = useWorkspace();
  const isTeam = useIsTeam();
  const { data } = useApi(workspaceRoutes.members, isTeam ? { params: { id } } : null, {
    revalidateOnFocus: false,
  });
  return useMemo(() => data?.items.filter(({ role }) => role !== 'client') ?? none, [data]);
}
