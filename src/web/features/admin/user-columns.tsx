import { Ellipsis } from 'lucide-react';
import { type AdminUser } from '#shared/admin.ts';
import { fullNumber } from '#web/lib/format.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { type Column } from '#web/ui/table.tsx';
import { HiddenHeader } from './hidden-header.tsx';
import { listTexts, userTexts as texts } from './texts.ts';

/** What can be changed about an account. */
export type Change = keyof typeof texts.ask;

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

/** Columns of the accounts. */
export const columnsWith = ({ onAsk, onReset, onPlan, onDelete }: Handlers): readonly Column<AdminUser>[] => [
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
