import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { adminRoutes, type AdminUser } from '#shared/admin.ts';
import type { CallInput } from '#shared/route.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { SearchInput } from '#web/ui/input.tsx';
import { Table } from '#web/ui/table.tsx';
import { AddUserDialog } from './add-user-dialog.tsx';
import { LinkDialog, type ShownLink } from './link-dialog.tsx';
import { Loaded } from './request-state.tsx';
import { PlanDialog } from './plan-dialog.tsx';
import { Pager, usePager } from './pager.tsx';
import { addUserTexts, userTexts as texts } from './texts.ts';
import { type Change, columnsWith } from './user-columns.tsx';

const bodies: Record<Change, CallInput<typeof adminRoutes.changeUser>['body']> = {
  makeAdmin: { role: 'admin' },
  makeUser: { role: 'user' },
  disable: { disabled: true },
  enable: { disabled: false },
};

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
