import { useLocation, useParams } from 'react-router-dom';
import useSWR from 'swr';
import { type OpenInvitation, workspaceRoutes } from '#shared/workspaces.ts';
import { AuthLayout } from '#web/features/auth/auth-layout.tsx';
import { type ApiError, call } from '#web/lib/api.ts';
import { useAction } from '#web/lib/failure.ts';
import { usePublicSettings } from '#web/lib/public-settings.tsx';
import { useAuth } from '#web/lib/session.tsx';
import { loginState } from '#web/shell/guards.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { FailureAlert } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { LoadingPane } from '#web/ui/spinner.tsx';
import { enterWorkspace } from './switching.ts';
import { invitationTexts as texts } from './texts.ts';

/** Logging in or creating an account leads back here. */
function LogInFirst() {
  const state = loginState(useLocation());
  const { data } = usePublicSettings();
  return (
    <div className="mt-6 flex flex-col gap-3">
      <ButtonLink size="lg" className="w-full" to="/login" state={state}>
        {texts.logIn}
      </ButtonLink>
      {data?.registrationOpen ? (
        <ButtonLink size="lg" variant="outline" className="w-full" to="/register" state={state}>
          {texts.register}
        </ButtonLink>
      ) : null}
    </div>
  );
}

function Accept({ token, username }: { token: string; username: string }) {
  const { logout } = useAuth();
  const { isBusy, failure, start } = useAction();
  const accept = async () => {
    const { id, name } = await call(workspaceRoutes.accept, { params: { token } });
    enterWorkspace(id, texts.joined(name));
  };
  return (
    <>
      <FailureAlert failure={failure} className="mt-6" />
      <p className="mt-6 text-13 text-muted">
        {texts.as} <bdi className="font-medium text-text">{username}</bdi>
      </p>
      <Button size="lg" busy={isBusy} onClick={() => void start(accept)} className="mt-2 w-full">
        {texts.accept}
      </Button>
      <p className="mt-5">
        <Button variant="link" onClick={logout}>
          {texts.otherAccount}
        </Button>
      </p>
    </>
  );
}

function Ask({ token, invitation: { workspace, by, role, email } }: { token: string; invitation: OpenInvitation }) {
  const { user } = useAuth();
  return (
    <AuthLayout title={texts.title(workspace)} lead={texts.lead(by, role)}>
      {email === null ? null : <Note className="mt-6">{texts.onlyFor(email)}</Note>}
      {user ? <Accept token={token} username={user.username} /> : <LogInFirst />}
    </AuthLayout>
  );
}

/** Used, expired, or revoked invitations look the same from outside. */
export function InvitationPage() {
  const { token = '' } = useParams();
  const { status, user } = useAuth();
  // Not its path: accepting it makes what is read of workspaces stale, and then it is used.
  const { data, error, mutate } = useSWR<OpenInvitation, ApiError>(
    ['invitation', token],
    () => call(workspaceRoutes.openInvitation, { params: { token } }),
    { revalidateOnFocus: false },
  );
  if (!data && error) {
    const isTemporary = error.status === 0 || error.status >= 500;
    return (
      <AuthLayout title={texts.broken} lead={isTemporary || error.status === 429 ? error.message : texts.brokenLead}>
        {isTemporary ? (
          <Button size="lg" variant="outline" className="mt-6 w-full" onClick={() => void mutate()}>
            {texts.retry}
          </Button>
        ) : (
          <ButtonLink size="lg" variant="outline" className="mt-6 w-full" to={user ? '/dashboard' : '/login'}>
            {user ? texts.toDashboard : texts.toLogin}
          </ButtonLink>
        )}
      </AuthLayout>
    );
  }
  return data && status !== 'loading' ? <Ask token={token} invitation={data} /> : <LoadingPane />;
}
