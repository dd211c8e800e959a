import { Bell, Mail, MessageSquare, Pause, Pencil, Send, Trash2, Webhook, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { channelRoutes, type Channel, type ChannelKind } from '#shared/notify.ts';
import { call, markStale } from '#web/lib/api.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { useMinute } from '#web/lib/minute.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Note } from '#web/ui/note.tsx';
import { channelTexts as texts, kindNames, paceText, ruleText } from './texts.ts';

const icons: Record<ChannelKind, LucideIcon> = {
  email: Mail,
  slack: MessageSquare,
  discord: MessageSquare,
  telegram: Send,
  ntfy: Bell,
  webhook: Webhook,
};

const failed = (error: unknown): void => showToast.error(error instanceof Error ? error.message : String(error));

async function update({ id }: Channel, paused: boolean): Promise<void> {
  await call(channelRoutes.update, { params: { id }, body: { paused } }).catch(failed);
  markStale(['/notifications/channels']);
}

function History({ channel: { lastSentAt, waiting, nextAt } }: { channel: Channel }) {
  const now = useMinute();
  return (
    <p className="text-12 text-muted">
      {lastSentAt === null ? (
        texts.neverSent
      ) : (
        <>
          {texts.lastSent} <TimeAgo at={lastSentAt} />
        </>
      )}
      {waiting > 0 ? ` · ${texts.waiting(waiting)}` : null}
      {waiting > 0 && nextAt && Date.parse(nextAt) > now ? (
        <>
          , {texts.next} <TimeAgo at={nextAt} />
        </>
      ) : null}
    </p>
  );
}

interface ChannelCardProps {
  channel: Channel;
  /** The user's email address; null while no email can be sent. */
  mailAddress: string | null;
  onEdit: () => void;
  onRemove: () => void;
}

export function ChannelCard({ channel, mailAddress, onEdit, onRemove }: ChannelCardProps) {
  const { id, kind, name, hint, paused, lastError } = channel;
  const [isTesting, setTesting] = useState(false);
  const Icon = icons[kind];
  const test = async () => {
    setTesting(true);
    try {
      const { sent, message } = await call(channelRoutes.test, { params: { id } });
      if (sent) showToast.success(message);
      else showToast.error(message);
    } catch (error) {
      failed(error);
    }
    setTesting(false);
    markStale(['/notifications/channels']);
  };
  return (
    <li className="border-b border-line py-4 last:border-b-0">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Icon aria-hidden className="mt-0.5 text-muted" />
        <div className="flex min-w-0 flex-1 flex-col gap-1">
          <p className="flex flex-wrap items-center gap-2 text-14 font-medium">
            <bdi className="wrap-anywhere">{name}</bdi>
            <Badge tone="outline">{kindNames[kind]}</Badge>
          </p>
          <p className="text-12 wrap-anywhere text-muted">{kind === 'email' && mailAddress !== null ? mailAddress : hint}</p>
          <p className="text-13 text-soft-text">
            {ruleText(channel)}. {paceText(channel)}.
          </p>
          <History channel={channel} />
        </div>
        <div className="-mt-1 flex flex-none items-center gap-0.5 max-md:w-full max-md:justify-end">
          <Button variant="outline" size="sm" busy={isTesting} aria-label={texts.testOf(name)} onClick={() => void test()}>
            {texts.test}
          </Button>
          <IconButton small label={texts.editOf(name)} icon={Pencil} onClick={onEdit} />
          {paused === null ? (
            <IconButton small label={texts.pauseOf(name)} icon={Pause} onClick={() => void update(channel, true)} />
          ) : null}
          <IconButton small label={texts.removeOf(name)} icon={Trash2} onClick={onRemove} />
        </div>
      </div>
      {kind === 'email' && mailAddress === null ? (
        <Note tone="warn" className="mt-3">
          {texts.noEmail}
        </Note>
      ) : null}
      {paused === null ? null : (
        <Note
          tone="warn"
          className="mt-3"
          action={
            <Button variant="outline" size="sm" aria-label={texts.resumeOf(name)} onClick={() => void update(channel, false)}>
              {texts.resume}
            </Button>
          }
        >
          {paused}
        </Note>
      )}
      {lastError && paused === null ? (
        <Note tone="bad" className="mt-3">
          {texts.lastError} {lastError.message} <TimeAgo at={lastError.at} />
        </Note>
      ) : null}
    </li>
  );
}
