import { type SubmitEvent, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import useSWR from 'swr';
import { type AssistantRequest, assistantRoutes } from '#shared/assistants.ts';
import { type McpWriteTool, mcpWriteTools, type ProgramScope } from '#shared/tokens.ts';
import { workspaceRoutes } from '#shared/workspaces.ts';
import { AuthLayout } from '#web/features/auth/auth-layout.tsx';
import { type ApiError, call, isTemporary, useApi } from '#web/lib/api.ts';
import { useAction } from '#web/lib/failure.ts';
import { tSent } from '#web/lib/language.ts';
import { useAuth, useUser } from '#web/lib/session.tsx';
import { loginState } from '#web/shell/guards.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Field, Select, FailureAlert } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { LoadingPane } from '#web/ui/spinner.tsx';
import { AccessFields } from './fields.tsx';
import { authorizeTexts as texts } from './texts.ts';

/** The page that an assistant opens in the user's browser to be allowed: the authorization endpoint of OAuth. */
export function AuthorizePage() {
  const location = useLocation();
  const { status } = useAuth();
  if (status === 'loading') return <LoadingPane />;
  if (status === 'anonymous') return <Navigate to="/login" replace state={loginState(location)} />;
  return <Review query={location.search.slice(1)} />;
}

function Review({ query }: { query: string }) {
  const { data, error, mutate } = useSWR<AssistantRequest, ApiError>(
    ['assistant', query],
    () => call(assistantRoutes.review, { body: { query } }),
    { revalidateOnFocus: false },
  );
  if (data) return data.refusal === null ? <Consent query={query} request={data} /> : <Refused why={data.refusal} request={data} />;
  if (!error) return <LoadingPane />;
  return (
    <AuthLayout title={texts.refused} lead={error.message}>
      {isTemporary(error) ? (
        <Button size="lg" variant="outline" className="mt-6 w-full" onClick={() => void mutate()}>
          {texts.retry}
        </Button>
      ) : (
        <ButtonLink size="lg" variant="outline" className="mt-6 w-full" to="/dashboard">
          {texts.toDashboard}
        </ButtonLink>
      )}
    </AuthLayout>
  );
}

const Refused = ({ why, request: { host, cancelUrl } }: { why: string; request: AssistantRequest }) => (
  <AuthLayout title={texts.refused} lead={tSent(why)}>
    <Button size="lg" variant="outline" className="mt-6 w-full" onClick={() => window.location.assign(cancelUrl)}>
      {texts.goBack(host)}
    </Button>
  </AuthLayout>
);

/** Who asks: the address is what tells, because the name is the program's own. */
function Asker({ request: { host, isLocal } }: { request: AssistantRequest }) {
  const { username } = useUser();
  return (
    <>
      <Facts
        className="mt-6"
        facts={[
          {
            name: texts.back,
            value: (
              <>
                <strong className="font-mono font-medium">{host}</strong>
                {isLocal ? ` (${texts.onThisDevice})` : null}
              </>
            ),
          },
          { name: texts.account, value: <bdi className="font-medium">{username}</bdi> },
        ]}
      />
      <Note className="mt-4">{texts.check}</Note>
    </>
  );
}

function Consent({ query, request }: { query: string; request: AssistantRequest }) {
  const { workspace } = useUser();
  const { logout } = useAuth();
  // A client has no access to give.
  const workspaces = (useApi(workspaceRoutes.list, {}).data?.items ?? []).filter(({ role }) => role !== 'client');
  const [workspaceId, setWorkspaceId] = useState(workspace.id);
  const [chosen, setScope] = useState<ProgramScope>('read');
  const [tools, setTools] = useState<readonly McpWriteTool[]>(mcpWriteTools);
  const { isBusy, failure, start } = useAction();
  const role = workspaces.find(({ id }) => id === workspaceId)?.role ?? workspace.role;
  const scopes = request.scopes.filter((scope) => scope === 'read' || role !== 'viewer');
  const scope = scopes.includes(chosen) ? chosen : 'read';
  const allow = async () => {
    const body = { query, workspaceId, scope, tools: scope === 'write' ? [...tools] : [] };
    window.location.assign((await call(assistantRoutes.allow, { body })).redirectTo);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void start(allow);
  };
  return (
    <AuthLayout title={texts.title} lead={request.name ? texts.lead(request.name) : texts.nameless}>
      <Asker request={request} />
      <form onSubmit={submit} className="mt-6 flex flex-col gap-5">
        <FailureAlert failure={failure} />
        {workspaces.length > 1 ? (
          <Field label={texts.workspace}>
            <Select
              full
              value={workspaceId}
              onChange={setWorkspaceId}
              options={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Field>
        ) : null}
        <AccessFields label={texts.mayAlso} scopes={scopes} value={{ scope, tools }} onScope={setScope} onTools={setTools} />
        <div className="mt-1 grid grid-cols-2 gap-3">
          <Button size="lg" variant="outline" onClick={() => window.location.assign(request.cancelUrl)}>
            {texts.cancel}
          </Button>
          <Button size="lg" type="submit" busy={isBusy}>
            {texts.allow}
          </Button>
        </div>
      </form>
      <p className="mt-5">
        <Button variant="link" onClick={logout}>
          {texts.otherAccount}
        </Button>
      </p>
    </AuthLayout>
  );
}
