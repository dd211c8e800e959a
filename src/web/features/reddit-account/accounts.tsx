import { MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import { type ConnectedRedditAccount, redditAccountRoutes } from '#shared/reddit-account.ts';
import { call, useApi } from '#web/lib/api.ts';
import { attempt } from '#web/lib/attempt.ts';
import { authorName } from '#web/lib/format.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { Section } from '#web/ui/page.tsx';
import { Status } from '#web/ui/status-dot.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { useAfterChange } from './connect.ts';
import { redditTexts as texts } from './texts.ts';

const accountColumns: readonly Column<ConnectedRedditAccount>[] = [
  {
    key: 'account',
    header: texts.account,
    render: ({ username, isDefault, isYours }) => (
      <>
        {authorName(username)}
        {isDefault && isYours ? <span className="text-muted"> · {texts.usual}</span> : null}
      </>
    ),
  },
  {
    key: 'state',
    header: texts.state,
    render: ({ state }) => <Status tone={state === 'connected' ? 'good' : 'bad'}>{texts.states[state]}</Status>,
  },
  { key: 'by', header: texts.by, render: ({ by }) => by.username },
  { key: 'sent', header: texts.today, figures: true, render: ({ sent, cap }) => texts.sentOf(sent, cap) },
  { key: 'health', header: texts.health, render: ({ health }) => (health === null ? '–' : texts.levels[health]) },
  { key: 'actions', header: <span className="sr-only">{texts.actions}</span>, render: (account) => <AccountMenu account={account} /> },
];

function AccountMenu({ account: { id, username, isYours, isDefault } }: { account: ConnectedRedditAccount }) {
  const [isAsking, setAsking] = useState(false);
  const afterChange = useAfterChange();
  if (!isYours) return null;
  const choose = async () => {
    await call(redditAccountRoutes.choose, { params: { id } });
    await afterChange();
  };
  const remove = async () => {
    const { revoked } = await call(redditAccountRoutes.remove, { params: { id } });
    if (revoked) showToast.success(texts.disconnected);
    else showToast.info(texts.notRevoked, 10_000);
    await afterChange();
  };
  return (
    <>
      <Menu align="end" trigger={<IconButton icon={MoreHorizontal} label={texts.actionsFor(authorName(username))} />}>
        {isDefault ? null : <MenuItem onSelect={() => void attempt(choose)}>{texts.makeUsual}</MenuItem>}
        <MenuItem onSelect={() => setAsking(true)}>{texts.disconnect}</MenuItem>
      </Menu>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.disconnectTitle}
        description={texts.disconnectText}
        confirmLabel={texts.disconnect}
        destructive
        onConfirm={remove}
      />
    </>
  );
}

/** All accounts of the workspace, once there is more than the usual one. */
export function Accounts() {
  const { data } = useApi(redditAccountRoutes.accounts, {});
  if (!data || data.items.length < 2) return null;
  return (
    <Section title={texts.accountsTitle}>
      <Table caption={texts.accountsTitle} columns={accountColumns} rows={data.items} rowKey={({ id }) => id} className="mt-1" />
    </Section>
  );
}
