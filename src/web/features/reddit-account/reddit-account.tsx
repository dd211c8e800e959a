import { useState } from 'react';
import { redditAccountRoutes, type RedditStatus, type RedditAccess } from '#shared/reddit-account.ts';
import { HelpLink } from '#web/features/help/help-link.tsx';
import { call, useApi } from '#web/lib/api.ts';
import { useAttempt, useLeaving } from '#web/lib/failure.ts';
import { authorName } from '#web/lib/format.ts';
import { tSent } from '#web/lib/language.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/page.tsx';
import { Loaded, PageSkeleton, TableSkeleton } from '#web/ui/states.tsx';
import { Status } from '#web/ui/status-dot.tsx';
import { Accounts, DisconnectDialog } from './accounts.tsx';
import { goToReddit, useAfterChange } from './connect.ts';
import { SetupSteps } from './setup-steps.tsx';
import { redditTexts, registrationUrl, accessTexts, setupTexts } from './texts.ts';

export function RedditAccount() {
  const answer = useApi(redditAccountRoutes.status, { query: {} });
  return (
    <Loaded answer={answer} failed={redditTexts.loadFailed} skeleton={<PageSkeleton />}>
      {(status) => (
        <>
          <Section title={redditTexts.title}>
            <div className="flex flex-col items-start gap-5 pt-4">
              <p className="text-soft-text">{redditTexts.about}</p>
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
        { name: redditTexts.account, value: authorName(username) },
        {
          name: redditTexts.state,
          value: <Status tone={connected ? 'good' : 'bad'}>{connected ? redditTexts.connected : redditTexts.ended}</Status>,
        },
        { name: redditTexts.posting, value: canPost ? redditTexts.mayPost : redditTexts.mayNotPost },
        { name: redditTexts.permissions, value: scopes.join(', ') },
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
    if (next.connected && next.lastError === null) showToast.success(redditTexts.refreshed);
    await afterChange();
  };
  const disconnect = async () => {
    const { revoked } = await call(redditAccountRoutes.disconnect, {});
    if (revoked) showToast.success(redditTexts.disconnected);
    else showToast.info(redditTexts.notRevoked, 10_000);
    await afterChange();
  };

  return (
    <div className="flex flex-wrap gap-2">
      {connected ? null : (
        <Button disabled={!configured} busy={leaving === 'read'} onClick={() => ask('read')}>
          {username === null ? redditTexts.connect : redditTexts.reconnect}
        </Button>
      )}
      {connected && !canPost ? (
        <Button busy={leaving === 'submit'} onClick={() => ask('submit')}>
          {redditTexts.allow}
        </Button>
      ) : null}
      {connected ? (
        <Button variant="outline" busy={leaving === 'read'} onClick={() => ask('read')}>
          {redditTexts.another}
        </Button>
      ) : null}
      {connected ? (
        <Button variant="outline" busy={isRefreshing} onClick={() => void start(refresh)}>
          {redditTexts.refresh}
        </Button>
      ) : null}
      {username === null ? null : (
        <Button variant="outline" onClick={() => setAsking(true)}>
          {redditTexts.disconnect}
        </Button>
      )}
      <DisconnectDialog open={isAsking} onOpenChange={setAsking} onConfirm={disconnect} />
    </div>
  );
}

function Registration({ ends }: Pick<RedditAccess, 'ends'>) {
  const daysLeft = ends.find(({ what }) => what === 'unregistered')?.daysLeft ?? -1;
  if (daysLeft < 0) return null;
  return (
    <Note tone="warn">
      {accessTexts.register}{' '}
      <a href={registrationUrl} target="_blank" rel="noopener noreferrer" className="font-medium text-primary hover:underline">
        {setupTexts.registrationLink}
      </a>{' '}
      ({accessTexts.left(daysLeft)}).
    </Note>
  );
}

/** What is open to this instance at Reddit, until when, and what remains. */
function RedditAccessSection() {
  const answer = useApi(redditAccountRoutes.access, {});
  return (
    <Section title={accessTexts.title} className="mt-10">
      <Loaded answer={answer} failed={accessTexts.failed} skeleton={<TableSkeleton columns={2} />}>
        {({ state, problem, ends }) => (
          <div className="flex max-w-160 flex-col gap-4 pt-4 text-14">
            {state === 'off' || state === 'closed' ? <Note tone="warn">{tSent(problem ?? '')}</Note> : <p>{accessTexts.states[state]}</p>}
            {state === 'api' ? <Registration ends={ends} /> : null}
            <Facts
              facts={ends.map(({ what, daysLeft }) => ({
                name: accessTexts.ends[what].on,
                value: `${accessTexts.ends[what].what} (${accessTexts.left(daysLeft)})`,
              }))}
            />
            <p className="text-muted">{accessTexts.after}</p>
            <HelpLink topic="reddit-access" />
          </div>
        )}
      </Loaded>
    </Section>
  );
}
