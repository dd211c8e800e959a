import { LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ActiveWorkspace } from '#shared/auth.ts';
import { type Member, workspaceRoutes, type WorkspaceUpdate, workspaceUpdateSchema } from '#shared/workspaces.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { attempt } from '#web/lib/attempt.ts';
import { useForm } from '#web/lib/form.ts';
import { useUser, useWorkspace } from '#web/lib/session.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/choice.tsx';
import { SearchInput, FormFailure, InputField } from '#web/ui/field.tsx';
import { Section } from '#web/ui/page.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { Invitations } from './invitations.tsx';
import { LeaveDialog, MemberRow } from './member-row.tsx';
import { peopleTexts as texts } from './texts.ts';

/** The workspace's name, its members, and the invitations to it. */
export function People() {
  const workspace = useWorkspace();
  return workspace.can.read ? <Everybody workspace={workspace} /> : <Membership workspace={workspace} />;
}

/** Clients don't see who else is in it. */
function Membership({ workspace }: { workspace: ActiveWorkspace }) {
  const { id } = useUser();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Section title={texts.workspace}>
      <p className="pt-4 wrap-anywhere">
        <bdi>{workspace.name}</bdi>
      </p>
      <p className="pt-2 pb-4 text-13 text-muted">{texts.forClients}</p>
      <Button variant="outline" icon={LogOut} onClick={() => setLeaving(true)}>
        {texts.leave}
      </Button>
      {isLeaving ? <LeaveDialog workspace={workspace} member={{ id }} onClose={() => setLeaving(false)} /> : null}
    </Section>
  );
}

function Everybody({ workspace }: { workspace: ActiveWorkspace }) {
  const { id, name, can, approvesReplies, assignsInTurn } = workspace;
  const answer = useApi(workspaceRoutes.members, { params: { id } });
  const [dialog, show] = useState<ReactNode>(null);
  return (
    <div className="flex flex-col gap-10">
      <Section title={texts.workspace}>
        {can.manage ? (
          <>
            <NameForm key={name} id={id} name={name} />
            <div className="flex flex-col items-start gap-4 pt-5">
              <SettingSwitch id={id} name="approvesReplies" on={approvesReplies} label={texts.approves} hint={texts.approvesHint} />
              <SettingSwitch id={id} name="assignsInTurn" on={assignsInTurn} label={texts.inTurn} hint={texts.inTurnHint} />
            </div>
          </>
        ) : (
          <p className="pt-4 wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
        )}
        {can.work ? null : <p className="pt-2 text-13 text-muted">{texts.readOnly}</p>}
      </Section>
      <Section title={texts.people}>
        <Loaded answer={answer} failed={texts.failed} skeleton={<ListSkeleton rows={2} />}>
          {({ items }) =>
            items.length > 1 ? (
              <Members workspace={workspace} members={items} show={show} />
            ) : (
              <p className="pt-4 text-soft-text">{texts.alone}</p>
            )
          }
        </Loaded>
      </Section>
      {can.manage && can.give.length > 0 ? <Invitations workspace={workspace} /> : null}
      {dialog}
    </div>
  );
}

function NameForm({ id, name }: { id: string; name: string }) {
  const form = useForm(workspaceUpdateSchema, async (body) => {
    await call(workspaceRoutes.rename, { params: { id }, body });
    showToast.success(texts.saved);
    markStale(['/workspaces', '/auth/me']);
  });
  return (
    <form {...form.props} className="flex flex-col gap-4 pt-4">
      <FormFailure form={form} />
      <InputField form={form} label={texts.name} hint={texts.nameHint} name="name" dir="auto" defaultValue={name} maxLength={60} />
      <div>
        <Button type="submit" variant="outline" busy={form.busy}>
          {texts.save}
        </Button>
      </div>
    </form>
  );
}

interface SettingProps {
  id: string;
  name: keyof Omit<WorkspaceUpdate, 'name'>;
  on: boolean | undefined;
  label: string;
  hint: string;
}

function SettingSwitch({ id, name, on = false, label, hint }: SettingProps) {
  const [wish, setWish] = useState<boolean | null>(null);
  // Until the session says the same.
  if (wish === on) setWish(null);
  const change = async (value: boolean) => {
    setWish(value);
    const isSaved = await attempt(() => call(workspaceRoutes.rename, { params: { id }, body: { [name]: value } }));
    if (!isSaved) return setWish(null);
    return markStale(['/workspaces', '/auth/me']);
  };
  return (
    <Switch hint={hint} checked={wish ?? on} onChange={(event) => void change(event.target.checked)}>
      {label}
    </Switch>
  );
}

interface MembersProps {
  workspace: ActiveWorkspace;
  members: readonly Member[];
  show: (dialog: ReactNode) => void;
}

/** Fewer than this are found by looking. */
const manyMembers = 12;

function Members({ workspace, members, show }: MembersProps) {
  const [text, setText] = useState('');
  const found = members.filter(({ username }) => username.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <>
      {members.length < manyMembers ? null : (
        <SearchInput
          aria-label={texts.find}
          placeholder={texts.find}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="pt-4"
        />
      )}
      <ul aria-label={texts.people}>
        {found.map((member) => (
          <MemberRow key={member.id} workspace={workspace} member={member} show={show} />
        ))}
      </ul>
      {found.length === 0 ? <p className="pt-3 text-13 text-muted">{texts.noneFound}</p> : null}
    </>
  );
}
