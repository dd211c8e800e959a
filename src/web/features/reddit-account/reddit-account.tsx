import { useState } from 'react';
import { redditAccountRoutes, type RedditStatus } from '#shared/reddit-account.ts';
import { call, useApi } from '#web/lib/api.ts';
import { useAttempt, useLeaving } from '#web/lib/attempt.ts';
import { authorName } from '#web/lib/format.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/page.tsx';
import { PageSkeleton } from '#web/ui/skeleton.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { Status } from '#web/ui/status-dot.tsx';
import { Accounts, DisconnectDialog } from './accounts.tsx';
import { goToReddit, useAfterChange } from './connect.ts';
import { RedditAccessSection } from './reddit-access.tsx';
import { SetupSteps } from './setup-steps.tsx';
import { redditTexts as texts } from './texts.ts';

export function RedditAccount() {
  const answer = useApi(redditAccountRoutes.status, { query: {} });
  return (
    <Loaded answer={answer} failed={texts.loadFailed} skeleton={<PageSkeleton />}>
      {(status) => (
        <>
          <Section title={texts.title}>
            <div className="flex flex-col items-start gap-5 pt-4">
              <p className="text-soft-text">{texts.about}</p>
              {status.setup ? <SetupSteps heading="h3" setup={status.setup} className="max-w-160" /> : null}
              {status.lastError ? <Note tone={status.needsReconnect ? 'bad' : 'warn'}>{status.lastError}</Note> : null}
              {status.username === null ? null : <ConnectedFacts status={status} />}
              <ConnectionActions status={status} onStatus={(next) => void answer.mutate(next, { revalidate: false })} />
            </div>
          </Section>
          <Accounts />
          <RedditAccessSection />
        </>
      )}
    </Loaded>
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

interface ConnectionActionsProps {
  status: RedditStatus;
  onStatus: (status: RedditStatus) => void;
}

/** The actions that fit the connection's state. */
function ConnectionActions({ status, onStatus }: ConnectionActionsProps) {
  const [leaving, leave] = useLeaving();
  const [isRefreshing, start] = useAttempt();
  const [isAsking, setAsking] = useState(false);
  const afterChange = useAfterChange();
  const { configured, connected, canPost, username } = status;

  const ask = (scope: 'read' | 'submit') => void leave(scope, () => goToReddit(scope));
  const refresh = async () => {
    const next = await call(redditAccountRoutes.refresh, {});
    onStatus(next);
    if (next.connected && next.lastError === null) showToast.success(texts.refreshed);
    await afterChange();
  };
  const disconnect = async () => {
    const { revoked } = await call(redditAccountRoutes.disconnect, {});
    if (revoked) showToast.success(texts.disconnected);
    else showToast.info(texts.notRevoked, 10_000);
    await afterChange();
  };

  return (
    <div className="flex flex-wrap gap-2">
      {connected ? null : (
        <Button disabled={!configured} busy={leaving === 'read'} onClick={() => ask('read')}>
          {username === null ? texts.connect : texts.reconnect}
        </Button>
      )}
      {connected && !canPost ? (
        <Button busy={leaving === 'submit'} onClick={() => ask('submit')}>
          {texts.allow}
        </Button>
      ) : null}
      {connected ? (
        <Button variant="outline" busy={leaving === 'read'} onClick={() => ask('read')}>
          {texts.another}
        </Button>
      ) : null}
      {connected ? (
        <Button variant="outline" busy={isRefreshing} onClick={() => void start(refresh)}>
          {texts.refresh}
        </Button>
      ) : null}
      {username === null ? null : (
        <Button variant="outline" onClick={() => setAsking(true)}>
          {texts.disconnect}
        </Button>
      )}
      <DisconnectDialog open={isAsking} onOpenChange={setAsking} onConfirm={disconnect} />
    </div>
  );
}
