import { useSearchParams } from 'react-router-dom';
import { redditAccountRoutes, type RedditStatus } from '#shared/reddit-account.ts';
import { HelpLink } from '#web/features/help/help-link.tsx';
import { useApi } from '#web/lib/api.ts';
import { useLeaving } from '#web/lib/failure.ts';
import { authorName } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { goToReddit } from '../reddit-account/connect.ts';
import { SetupSteps } from '../reddit-account/setup-steps.tsx';
import { frameTexts as texts } from './texts.ts';

export interface OwnAccounts {
  /** Names of the person's Reddit accounts, the usual one first. */
  names: readonly string[];
  /** The one in the URL; undefined: the usual one. */
  asked: string | undefined;
  choose: (name: string) => void;
}

export function useOwnAccounts(): OwnAccounts {
  const { data } = useApi(redditAccountRoutes.accounts, {});
  const [params, setParams] = useSearchParams();
  return {
    names: (data?.items ?? []).filter(({ isYours }) => isYours).map(({ username }) => username),
    asked: params.get('account') ?? undefined,
    choose: (name) => setParams({ account: name }, { replace: true }),
  };
}

/** Only for who has more than one. */
export function AccountChoice({ accounts: { names, asked, choose } }: { accounts: OwnAccounts }) {
  const [usual] = names;
  if (usual === undefined || names.length < 2) return null;
  const options = names.map((name) => ({ value: name, label: authorName(name) }));
  return (
    <div className="mt-4">
      <Segmented label={texts.account} options={options} value={asked ?? usual} onChange={choose} />
    </div>
  );
}

export function ConnectButton({ label, outline = false }: { label: string; outline?: boolean }) {
  const [leaving, leave] = useLeaving();
  return (
    <Button variant={outline ? 'outline' : 'default'} busy={leaving !== null} onClick={() => void leave('read', () => goToReddit('read'))}>
      {label}
    </Button>
  );
}

export function NotConnected({ status, text }: { status: RedditStatus; text: string }) {
  if (status.setup)
    return (
      <>
        <EmptyState help={<HelpLink topic="replies" section="Connect a Reddit account" />}>{text}</EmptyState>
        <SetupSteps heading="h2" setup={status.setup} className="mx-auto max-w-160" />
      </>
    );
  return (
    <EmptyState
      help={<HelpLink topic="replies" section="Connect a Reddit account" />}
      action={<ConnectButton label={status.needsReconnect ? texts.reconnect : texts.connect} />}
    >
      {text}
    </EmptyState>
  );
}
