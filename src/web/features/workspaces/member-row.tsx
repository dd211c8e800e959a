import { LogOut, UserMinus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ActiveWorkspace, GivenRole } from '#shared/auth.ts';
import { type Member, workspaceRoutes } from '#shared/workspaces.ts';
import { call, markStale } from '#web/lib/api.ts';
import { attempt } from '#web/lib/failure.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Avatar } from '#web/ui/avatar.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Select } from '#web/ui/field.tsx';
import { roleLabels } from './switcher-texts.ts';
import { enterWorkspace } from './switching.ts';
import { peopleTexts as texts } from './texts.ts';

interface MemberRowProps {
  workspace: ActiveWorkspace;
  member: Member;
  show: (dialog: ReactNode) => void;
}

export function MemberRow({ workspace, member, show }: MemberRowProps) {
  const { id, can } = workspace;
  const { username, role, isYou, canChange, joinedAt } = member;
  const of = { workspace, member, onClose: () => show(null) };
  const askRemove = () => show(<RemoveDialog {...of} />);
  const askLeave = () => show(<LeaveDialog {...of} />);
  const change = (next: GivenRole) =>
    void attempt(() => call(workspaceRoutes.changeMember, { params: { id, userId: member.id }, body: { role: next } })).then(() =>
      markStale(['/workspaces']),
    );
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2.5 last:border-b-0">
      <Avatar name={username} />
      <div className="min-w-32 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-14 font-medium">
          <bdi className="wrap-anywhere">{username}</bdi>
          {isYou ? <Badge tone="outline">{texts.you}</Badge> : null}
        </p>
        <p className="text-12 text-muted">
          {texts.joined} <TimeAgo at={joinedAt} />
        </p>
      </div>
      {canChange && !isYou ? (
        <span className="w-28">
          <Select
            small
            full
            aria-label={texts.roleOf(username)}
            options={can.give.map((value) => ({ value, label: roleLabels[value] }))}
            value={role as GivenRole}
            onChange={change}
          />
        </span>
      ) : (
        <span className="text-13 text-muted">{roleLabels[role]}</span>
      )}
      {canChange && !isYou ? (
        <IconButton small label={texts.removeOf(username)} icon={UserMinus} onClick={askRemove} />
      ) : isYou && can.leave ? (
        <IconButton small label={texts.leave} icon={LogOut} onClick={askLeave} />
      ) : null}
    </li>
  );
}

interface OfMember {
  workspace: ActiveWorkspace;
  member: Member;
  onClose: () => void;
}

function RemoveDialog({ workspace: { id }, member, onClose }: OfMember) {
  const remove = async () => {
    await call(workspaceRoutes.removeMember, { params: { id, userId: member.id } });
    markStale(['/workspaces', '/auth/me', '/leads', '/schedule']);
    showToast.success(texts.removed(member.username));
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.removeTitle(member.username)}
      description={texts.removeText}
      confirmLabel={texts.remove}
      destructive
      onConfirm={remove}
    />
  );
}

type Leaving = Pick<OfMember, 'workspace' | 'onClose'> & { member: Pick<Member, 'id'> };

export function LeaveDialog({ workspace: { id, name, can }, member, onClose }: Leaving) {
  const leave = async () => {
    await call(workspaceRoutes.removeMember, { params: { id, userId: member.id } });
    // The id of one's own workspace is the account's.
    enterWorkspace(member.id, texts.left(name));
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.leaveTitle(name)}
      description={can.work ? texts.leaveText : texts.leaveTextOfReader}
      confirmLabel={texts.leave}
      destructive
      onConfirm={leave}
    />
  );
}
