import { useLocation } from 'react-router-dom';
import useSWR from 'swr';
import { workspaceRoutes } from '#shared/workspaces.ts';
import { AuthLayout } from '#web/features/auth/auth-layout.tsx';
import { type ApiError, call } from '#web/lib/api.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { LoadingPane } from '#web/ui/spinner.tsx';
import { enterWorkspace } from './switching.ts';
import { switcherTexts as texts } from './switcher-texts.ts';

/** A link from an email or chat names its workspace: switches to it, if the person may enter. */
export function LinkedWorkspace({ id }: { id: string }) {
  const { pathname, search } = useLocation();
  const enter = async () => {
    const { name } = await call(workspaceRoutes.activate, { body: { id } });
    enterWorkspace(id, texts.switched(name), pathname + search);
    return name;
  };
  const { error, isValidating, mutate } = useSWR<string, ApiError>(['linked-workspace', id], enter, {
    revalidateOnFocus: false,
    shouldRetryOnError: false,
  });
  if (!error || isValidating) return <LoadingPane />;
  // Where somebody isn't a member, and an id that is none.
  const isRefused = error.status === 404 || error.status === 400;
  return (
    <AuthLayout title={isRefused ? texts.noAccess : texts.failed} lead={isRefused ? texts.askForAccess : error.message}>
      {isRefused ? null : (
        <Button size="lg" className="mt-6 w-full" onClick={() => void mutate()}>
          {texts.retry}
        </Button>
      )}
      <ButtonLink size="lg" variant="outline" className="mt-6 w-full" to="/dashboard">
        {texts.toDashboard}
      </ButtonLink>
    </AuthLayout>
  );
}
