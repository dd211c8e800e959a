import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ActiveWorkspace, GivenRole } from '#shared/auth.ts';
import { type MadeInvitation, newInvitationSchema, type WorkspaceInvitation, workspaceRoutes } from '#shared/workspaces.ts';
import { Secret } from '#web/features/settings/secret.tsx';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { attempt } from '#web/lib/attempt.ts';
import { checkFields, useCheckedForm } from '#web/lib/form.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice.tsx';
import { FormFailure, InputField } from '#web/ui/field.tsx';
import { Section } from '#web/ui/page.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { roleLabels } from './switcher-texts.ts';
import { givenRoles, peopleTexts as texts } from './texts.ts';

/** Invites people, and lists and revokes open invitations. */
export function Invitations({ workspace }: { workspace: ActiveWorkspace }) {
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
