import { MoreHorizontal } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { type ConnectedRedditAccount, redditAccountRoutes } from '#shared/reddit-account.ts';
import { call, useApi } from '#web/lib/api.ts';
import { attempt } from '#web/lib/failure.ts';
import { authorName } from '#web/lib/format.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { Section } from '#web/ui/page.tsx';
import { Status } from '#web/ui/status-dot.tsx';
import { useAfterChange } from './connect.ts';
import { redditTexts as texts } from './texts.ts';

export function DisconnectDialog(props: Pick<ComponentProps<typeof ConfirmDialog>, 'open' | 'onOpenChange' | 'onConfirm'>) {
  return (
    <ConfirmDialog
      {...props}
      title={texts.disconnectTitle}
      description={texts.disconnectText}
      confirmLabel={texts.disconnect}
      destructive
    />
  );
}

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
      <DisconnectDialog open={isAsking} onOpenChange={setAsking} onConfirm={remove} />
    </>
  );
}

function AccountRow({ account }: { account: ConnectedRedditAccount }) {
  const { username, state, by, isYours, isDefault, sent, cap, health } = account;
  const facts = [texts.by(by.username), texts.sentOf(sent, cap), health === null ? null : texts.healthOf(health)].filter(Boolean);
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 text-14">
          <bdi className="font-medium wrap-anywhere">{authorName(username)}</bdi>
          {isDefault && isYours ? <Badge>{texts.usual}</Badge> : null}
          <Status tone={state === 'connected' ? 'good' : 'bad'}>{texts.states[state]}</Status>
        </p>
        <p className="mt-0.5 text-13 text-muted">{facts.join(' · ')}</p>
      </div>
      <AccountMenu account={account} />
    </li>
  );
}

/** All accounts of the workspace, once there is more than the usual one. */
export function Accounts() {
  const { data } = useApi(redditAccountRoutes.accounts, {});
  if (!data || data.items.length < 2) return null;
  return (
    <Section title={texts.accountsTitle} className="mt-10">
      <ul aria-label={texts.accountsTitle} className="pt-1">
        {data.items.map((account) => (
          <AccountRow key={account.id} account={account} />
        ))}
      </ul>
    </Section>
  );
}
