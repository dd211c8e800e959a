import { Ellipsis, UserPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { adminRoutes, type AdminUser } from '#shared/admin.ts';
import type { CallInput } from '#shared/route.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { attempt } from '#web/lib/failure.ts';
import { fullNumber } from '#web/lib/format.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { SearchInput } from '#web/ui/field.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { EmptyState, Loaded, TableSkeleton } from '#web/ui/states.tsx';
import { type Column, HiddenHeader, Table, Pager, usePager } from '#web/ui/table.tsx';
import { addUserTexts, never, userTexts as texts } from './texts.ts';
import { AddUserDialog, LinkDialog, MergeDialog, PlanDialog, type ShowDialog } from './user-dialogs.tsx';

const bodies: Record<Change, CallInput<typeof adminRoutes.changeUser>['body']> = {
  makeAdmin: { role: 'admin' },
  makeUser: { role: 'user' },
  disable: { disabled: true },
  enable: { disabled: false },
};

interface OfUser {
  user: AdminUser;
  onClose: () => void;
}

function ChangeDialog({ user: { id, username }, change, onClose }: OfUser & { change: Change }) {
  const apply = async () => {
    await call(adminRoutes.changeUser, { params: { id }, body: bodies[change] });
    markStale(['/admin']);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.ask[change](username)}
      description={change === 'enable' ? texts.canLogIn : texts.sessionsEnd}
      confirmLabel={texts[change]}
      destructive={change === 'disable'}
      onConfirm={apply}
    />
  );
}

function DeleteDialog({ user: { id, username }, onClose }: OfUser) {
  const remove = async () => {
    await call(adminRoutes.deleteUser, { params: { id } });
    markStale(['/admin']);
    showToast.success(texts.deleted(username));
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={texts.deleteTitle(username)}
      description={texts.deleteText}
      confirmLabel={texts.delete}
      destructive
      onConfirm={remove}
    />
  );
}

export function Users() {
  const [q, setQ] = useState('');
  const pager = usePager();
  const answer = useApi(adminRoutes.users, { query: { limit: 50, q: q || undefined, cursor: pager.cursor } }, { keepPreviousData: true });
  const [dialog, show] = useState<ReactNode>(null);
  const add = () => show(<AddUserDialog show={show} />);
  const search = (next: string) => {
    setQ(next);
    pager.reset();
  };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SearchInput
          aria-label={texts.find}
          placeholder={texts.find}
          value={q}
          onChange={(event) => search(event.target.value)}
          className="w-80 max-w-full"
        />
        <Button icon={UserPlus} onClick={add}>
          {addUserTexts.add}
        </Button>
      </div>
      <Loaded answer={answer} skeleton={<TableSkeleton columns={6} />} empty={<EmptyState>{texts.empty}</EmptyState>}>
        {({ items, nextCursor }) => (
          <>
            <Table caption={texts.caption} rows={items} rowKey={({ id }) => id} columns={columnsWith(show)} />
            <Pager pager={pager} nextCursor={nextCursor} />
          </>
        )}
      </Loaded>
      {dialog}
    </div>
  );
}

/** What can be changed about an account. */
type Change = keyof typeof texts.ask;

function Actions({ user, show }: { user: AdminUser; show: ShowDialog }) {
  const role: Change = user.role === 'admin' ? 'makeUser' : 'makeAdmin';
  const state: Change = user.disabled ? 'enable' : 'disable';
  const of = { user, onClose: () => show(null) };
  const ask = (change: Change) => show(<ChangeDialog {...of} change={change} />);
  const plan = () => show(<PlanDialog {...of} />);
  const merge = () => show(<MergeDialog {...of} />);
  const remove = () => show(<DeleteDialog {...of} />);
  const reset = () =>
    attempt(async () => {
      const { link } = await call(adminRoutes.resetLink, { params: { id: user.id } });
      show(<LinkDialog title={texts.linkTitle} text={texts.linkText(user.username)} link={link} onClose={of.onClose} />);
    });
  return (
    <Menu align="end" trigger={<IconButton small label={texts.actions(user.username)} icon={Ellipsis} />}>
      <MenuItem onSelect={() => ask(role)}>{texts[role]}</MenuItem>
      <MenuItem onSelect={plan}>{texts.plan}</MenuItem>
      <MenuItem onSelect={() => void reset()}>{texts.reset}</MenuItem>
      <MenuItem destructive={state === 'disable'} onSelect={() => ask(state)}>
        {texts[state]}
      </MenuItem>
      <MenuItem destructive onSelect={merge}>
        {texts.merge}
      </MenuItem>
      <MenuItem destructive onSelect={remove}>
        {texts.delete}
      </MenuItem>
    </Menu>
  );
}

/** Columns of the accounts. */
const columnsWith = (show: ShowDialog): readonly Column<AdminUser>[] => [
  {
    key: 'name',
    header: texts.columns.name,
    render: ({ username, email }) => (
      <span className="block min-w-28 py-1">
        <b className="block font-medium wrap-anywhere">{username}</b>
        <span className="block text-12 text-muted wrap-anywhere">{email}</span>
      </span>
    ),
  },
  {
    key: 'role',
    header: texts.columns.role,
    render: ({ role }) => <Badge tone={role === 'admin' ? 'primary' : 'neutral'}>{texts.roles[role]}</Badge>,
  },
  {
    key: 'state',
    header: texts.columns.state,
    render: ({ disabled }) => <Badge tone={disabled ? 'bad' : 'good'}>{disabled ? texts.disabled : texts.active}</Badge>,
  },
  { key: 'plan', header: texts.columns.plan, optional: true, render: ({ plan }) => plan },
  {
    key: 'campaigns',
    header: texts.columns.campaigns,
    figures: true,
    optional: true,
    render: ({ campaigns }) => fullNumber(campaigns),
  },
  {
    key: 'since',
    header: texts.columns.since,
    figures: true,
    optional: true,
    render: ({ createdAt }) => <TimeAgo at={createdAt} />,
  },
  {
    key: 'seen',
    header: texts.columns.seen,
    figures: true,
    optional: true,
    render: ({ lastLoginAt }) => (lastLoginAt ? <TimeAgo at={lastLoginAt} /> : never),
  },
  {
    key: 'actions',
    header: <HiddenHeader>{texts.columns.actions}</HiddenHeader>,
    figures: true,
    render: (user) => <Actions user={user} show={show} />,
  },
];
