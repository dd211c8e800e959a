import { Copy } from 'lucide-react';
import type { ConnectionId, Connections } from '#shared/connections.ts';
import { RedditSteps } from '#web/features/reddit-account/setup-steps.tsx';
import { copyText } from '#web/features/inbox/reply-box.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { stepTexts as texts } from './texts.ts';

/** What has to be done elsewhere before the fields can be filled in. */
export function Steps({ id, all: { redirectUri, webhookUrl } }: { id: ConnectionId; all: Connections }) {
  if (id === 'reddit')
    return (
      <>
        <RedditSteps redirectUri={redirectUri} />
        <p className="text-13 text-muted">{texts.publicAddress}</p>
      </>
    );
  if (id !== 'stripe') return null;
  return (
    <p className="text-13 text-soft-text">
      {texts.stripeWebhook}
      <span className="mt-1 flex items-center gap-1">
        <code className="min-w-0 font-mono text-13 text-text break-all select-all">{webhookUrl}</code>
        <IconButton small label={texts.copyWebhook} icon={Copy} onClick={() => void copyText(webhookUrl)} />
      </span>
    </p>
  );
}
