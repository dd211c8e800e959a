import { type Member, workspaceRoutes } from '#shared/workspaces.ts';
import { useApi } from '#web/lib/api.ts';
import { useIsTeam, useUser } from '#web/lib/session.tsx';

const none: Member[] = [];

/** The members of this workspace; none where the user works alone. */
export function useMembers(): readonly Member[] {
  const { workspace } = useUser();
  const isTeam = useIsTeam();
  const { data } = useApi(workspaceRoutes.members, workspace && isTeam ? { params: { id: workspace.id } } : null, {
    revalidateOnFocus: false,
  });
  return data?.items ?? none;
}
