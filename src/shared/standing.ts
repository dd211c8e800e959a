interface Standing {
  workspaceId: string;
  member: string;
  role: string;
}
/** Where somebody is, and as what. A page says on connecting what it has read: what changed since wasn't sent to it. */
export const standingOf = ({ workspaceId, member, role }: Standing): string => [workspaceId, member, role].join(' ');
