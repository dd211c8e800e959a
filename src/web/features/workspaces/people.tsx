import { LogOut, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ActiveWorkspace, GivenRole } from '#shared/auth.ts';
import {
  type Member,
  workspaceRoutes,
  type WorkspaceUpdate,
  workspaceUpdateSchema,
  type MadeInvitation,
  newInvitationSchema,
  type WorkspaceInvitation,
} from '#shared/workspaces.ts';
import { Secret } from '#web/features/settings/fields.tsx';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { attempt } from '#web/lib/failure.ts';
import { useForm, checkFields, useCheckedForm } from '#web/lib/form.ts';
import { useUser, useWorkspace } from '#web/lib/session.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Switch, RadioGroup } from '#web/ui/choice.tsx';
import { SearchInput, FormFailure, InputField } from '#web/ui/field.tsx';
import { Section } from '#web/ui/page.tsx';
import { Loaded, ListSkeleton } from '#web/ui/states.tsx';
import { LeaveDialog, MemberRow } from './member-row.tsx';
import { roleLabels } from './switcher-texts.ts';
import { peopleTexts as texts, givenRoles } from './texts.ts';

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

/** Invites people, and lists and revokes open invitations. */
function Invitations({ workspace }: { workspace: ActiveWorkspace }) {
  const answer = useApi(workspaceRoutes.invitations, { params: { id: workspace.id } });
  return (
    <>
      <Section title={texts.invite}>
        <InviteForm workspace={workspace} />
      </Section>
      <Loaded answer={answer} failed={texts.openFailed} skeleton={null} empty={null}>
        {({ items }) => (
          <Section title={texts.open}>
            <ul>
              {items.map((invitation) => (
                <InvitationRow key={invitation.id} workspaceId={workspace.id} invitation={invitation} />
              ))}
            </ul>
          </Section>
        )}
      </Loaded>
    </>
  );
}

function InviteForm({ workspace: { id, can } }: { workspace: ActiveWorkspace }) {
  const roles = givenRoles.filter(({ value }) => can.give.includes(value));
  const [role, setRole] = useState<GivenRole>(roles[0]?.value ?? 'viewer');
  const [email, setEmail] = useState('');
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const address = email.trim();
  const form = useCheckedForm(
    () => checkFields(newInvitationSchema, { role, ...(address !== '' && { email: address }) }),
    async (body) => {
      setMade(null);
      setMade(await call(workspaceRoutes.invite, { params: { id }, body }));
      setEmail('');
      markStale(['/workspaces']);
    },
  );
  return (
    <form {...form.props} className="flex flex-col gap-4 pt-4">
      <FormFailure form={form} />
      <RadioGroup label={texts.role} options={roles} value={role} onChange={setRole} />
      <InputField
        form={form}
        label={texts.email}
        hint={texts.emailHint}
        name="email"
        type="email"
        autoComplete="off"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <div>
        <Button type="submit" busy={form.busy}>
          {address === '' ? texts.makeLink : texts.send}
        </Button>
      </div>
      {made === null ? null : (
        <Secret note={made.mailed && made.email !== null ? `${texts.mailed(made.email)} ${texts.once}` : texts.once} secret={made.link} />
      )}
    </form>
  );
}

function InvitationRow({ workspaceId, invitation }: { workspaceId: string; invitation: WorkspaceInvitation }) {
  const { id, email, role, createdBy, expiresAt } = invitation;
  const whom = email ?? texts.byLink;
  const revoke = () =>
    void attempt(async () => {
      await call(workspaceRoutes.withdraw, { params: { id: workspaceId, invitationId: id } });
      showToast.success(texts.revoked);
    }).then(() => markStale(['/workspaces']));
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="text-14 font-medium wrap-anywhere">{whom}</p>
        <p className="text-12 text-muted">
          {roleLabels[role]}
          {createdBy ? (
            <>
              {' · '}
              <bdi>{texts.by(createdBy.username)}</bdi>
            </>
          ) : null}
          {' · '}
          {texts.expires} <TimeAgo at={expiresAt} />
        </p>
      </div>
      <IconButton small label={texts.revoke(`${whom}, ${roleLabels[role]}`)} icon={Trash2} onClick={revoke} />
    </li>
  );
}
