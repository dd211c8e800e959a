import { Ellipsis, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { adminRoutes, type AdminUser } from '#shared/admin.ts';
import type { CallInput } from '#shared/route.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { fullNumber } from '#web/lib/format.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { SearchInput } from '#web/ui/input.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { AddUserDialog } from './add-user-dialog.tsx';
import { LinkDialog, type ShownLink } from './link-dialog.tsx';
import { HiddenHeader } from './hidden-header.tsx';
import { Loaded } from './request-state.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { Pager, usePager } from './pager.tsx';
import { addUserTexts, listTexts, userTexts as texts } from './texts.ts';

type Change = keyof typeof texts.ask;
const bodies: Record<Change, CallInput<typeof adminRoutes.changeUser>['body']> = {
  makeAdmin: { role: 'admin' },
  makeUser: { role: 'user' },
  disable: { disabled: true },
  enable: { disabled: false },
};

interface ActionsProps {
  user: AdminUser;
  onAsk: (change: Change) => void;
  onReset: () => void;
  onPlan: () => void;
  onDelete: () => void;
}

function Actions({ user, onAsk, onReset, onPlan, onDelete }: ActionsProps) {
  const role: Change = user.role === 'admin' ? 'makeUser' : 'makeAdmin';
  const state: Change = user.disabled ? 'enable' : 'disable';
  return (
    <Menu align="end" trigger={<IconButton small label={texts.actions(user.username)} icon={Ellipsis} />}>
      <MenuItem onSelect={() => onAsk(role)}>{texts[role]}</MenuItem>
      <MenuItem onSelect={onPlan}>{texts.plan}</MenuItem>
      <MenuItem onSelect={onReset}>{texts.reset}</MenuItem>
      <MenuItem destructive={state === 'disable'} onSelect={() => onAsk(state)}>
        {texts[state]}
      </MenuItem>
      <MenuItem destructive onSelect={onDelete}>
        {texts.delete}
      </MenuItem>
    </Menu>
  );
}

interface Handlers {
  onAsk: (user: AdminUser, change: Change) => void;
  onReset: (user: AdminUser) => void;
  onPlan: (user: AdminUser) => void;
  onDelete: (user: AdminUser) => void;
}

const columnsWith = ({ onAsk, onReset, onPlan, onDelete }: Handlers): readonly Column<AdminUser>[] => [
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
    render: ({ lastLoginAt }) => (lastLoginAt ? <TimeAgo at={lastLoginAt} /> : listTexts.never),
  },
  {
    key: 'actions',
    header: <HiddenHeader>{texts.columns.actions}</HiddenHeader>,
    figures: true,
    render: (user) => (
      <Actions
        user={user}
        onAsk={(change) => onAsk(user, change)}
        onReset={() => onReset(user)}
        onPlan={() => onPlan(user)}
        onDelete={() => onDelete(user)}
      />
    ),
  },
];

function DeleteUserDialog({ user: { id, username }, onClose }: { user: AdminUser; onClose: () => void }) {
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
  const [asked, setAsked] = useState<{ user: AdminUser; change: Change } | null>(null);
  const [planned, setPlanned] = useState<AdminUser | null>(null);
  const [shown, setShown] = useState<ShownLink | null>(null);
  const [leaving, setLeaving] = useState<AdminUser | null>(null);
  const [isAdding, setAdding] = useState(false);

  const change = async () => {
    if (!asked) return;
    await call(adminRoutes.changeUser, { params: { id: asked.user.id }, body: bodies[asked.change] });
    markStale(['/admin']);
  };
  const reset = async ({ id, username }: AdminUser) => {
    try {
      const { link } = await call(adminRoutes.resetLink, { params: { id } });
      setShown({ title: texts.linkTitle, text: texts.linkText(username), link });
    } catch (error) {
      showToast.error(error instanceof Error ? error.message : texts.linkTitle);
    }
  };
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
        <Button icon={UserPlus} onClick={() => setAdding(true)}>
          {addUserTexts.add}
        </Button>
      </div>
      <Loaded answer={answer} columns={6} isEmpty={({ items }) => items.length === 0} empty={texts.empty}>
        {({ items, nextCursor }) => (
          <>
            <Table
              caption={texts.caption}
              rows={items}
              rowKey={({ id }) => id}
              columns={columnsWith({
                onAsk: (user, next) => setAsked({ user, change: next }),
                onReset: (user) => void reset(user),
                onPlan: setPlanned,
                onDelete: setLeaving,
              })}
            />
            <Pager pager={pager} nextCursor={nextCursor} />
          </>
        )}
      </Loaded>
      {asked ? (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={texts.ask[asked.change](asked.user.username)}
          description={asked.change === 'enable' ? texts.canLogIn : texts.sessionsEnd}
          confirmLabel={texts[asked.change]}
          destructive={asked.change === 'disable'}
          onConfirm={change}
        />
      ) : null}
      {planned ? <PlanDialog user={planned} onClose={() => setPlanned(null)} /> : null}
      {leaving ? <DeleteUserDialog user={leaving} onClose={() => setLeaving(null)} /> : null}
      {isAdding ? <AddUserDialog onClose={() => setAdding(false)} onAdded={setShown} /> : null}
      <LinkDialog shown={shown} onClose={() => setShown(null)} />
    </div>
  );
}
