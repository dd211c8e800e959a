import { redditAccountRoutes, type RedditStatus } from '#shared/reddit-account.ts';
import { useApi } from '#web/lib/api.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Section } from '#web/ui/section.tsx';
import { PageSkeleton } from '#web/ui/skeleton.tsx';
import { ConnectionActions } from './connection-actions.tsx';
import { SetupSteps } from './setup-steps.tsx';
import { redditTexts as texts } from './texts.ts';
import { Note } from '#web/ui/note.tsx';
import { authorName } from '#web/lib/format.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Status } from '#web/ui/status-dot.tsx';

export function RedditAccount() {
  const { data: status, error, mutate, isValidating } = useApi(redditAccountRoutes.status, { query: {} });
  if (!status && error)
    return (
      <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
        {texts.loadFailed} {error.message}
      </ErrorState>
    );
  if (!status) return <PageSkeleton />;
  const isKnown = status.username !== null;
  return (
    <Section title={texts.title}>
      <div className="flex flex-col items-start gap-5 pt-4">
        <p className="text-soft-text">{texts.about}</p>
        {status.setup ? <SetupSteps heading="h3" setup={status.setup} className="max-w-160" /> : null}
        {status.lastError ? <Note tone={status.needsReconnect ? 'bad' : 'warn'}>{status.lastError}</Note> : null}
        {isKnown ? <ConnectedFacts status={status} /> : null}
        <ConnectionActions status={status} onStatus={(next) => void mutate(next, { revalidate: false })} />
      </div>
    </Section>
  );
}

function ConnectedFacts({ status: { username, connected, canPost, scopes } }: { status: RedditStatus }) {
  return (
    <Facts
      facts={[
        { name: texts.account, value: authorName(username) },
        { name: texts.state, value: <Status tone={connected ? 'good' : 'bad'}>{connected ? texts.connected : texts.ended}</Status> },
        { name: texts.posting, value: canPost ? texts.mayPost : texts.mayNotPost },
        { name: texts.permissions, value: scopes.join(', ') },
      ]}
    />
  );
}
