import { tSent } from '#web/lib/language.ts';
import {
  Bell,
  History,
  type LucideIcon,
  Mail,
  MonitorSmartphone,
  MessageSquare,
  Pause,
  Pencil,
  Plus,
  Send,
  Trash2,
  Webhook,
} from 'lucide-react';
import { useState } from 'react';
import { type Channel, type ChannelKind, channelRoutes } from '#shared/notify.ts';
import { HelpLink } from '#web/features/help/help-link.tsx';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { attempt, useAttempt } from '#web/lib/attempt.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Can } from '#web/lib/session.tsx';
import { TimeAgo, useMinute } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/page.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, Loaded } from '#web/ui/states.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { Deliveries } from './deliveries.tsx';
import { channelTexts as texts, kindNames, paceText, ruleText } from './texts.ts';

export function Channels() {
  const answer = useApi(channelRoutes.list, {});
  const [edited, setEdited] = useState<Channel | 'new' | null>(null);
  const [opened, setOpened] = useState<Channel | null>(null);
  const [asked, setAsked] = useState<Channel | null>(null);
  const remove = async () => {
    await call(channelRoutes.remove, { params: { id: asked?.id ?? '' } });
    markStale(['/notifications/channels']);
  };
  const add = (
    <Can do="manage">
      <Button variant="outline" size="sm" icon={Plus} onClick={() => setEdited('new')}>
        {texts.add}
      </Button>
    </Can>
  );
  const addFirst = (
    <Can do="manage">
      <Button icon={Plus} onClick={() => setEdited('new')}>
        {texts.add}
      </Button>
    </Can>
  );
  const empty = (
    <EmptyState help={<HelpLink topic="notifications" />} action={addFirst}>
      {texts.empty}
    </EmptyState>
  );
  return (
    <Section title={texts.title} aside={answer.data && answer.data.items.length > 0 ? add : null}>
      <p className="pt-4 text-13 text-soft-text">{texts.lead}</p>
      <Loaded answer={answer} failed={texts.failed} skeleton={<ListSkeleton rows={3} />} empty={empty}>
        {({ items, mail }) => (
          <ul>
            {items.map((channel) => (
              <ChannelCard
                key={channel.id}
                channel={channel}
                mailAddress={mail.configured ? mail.address : null}
                onOpen={() => setOpened(channel)}
                onEdit={() => setEdited(channel)}
                onRemove={() => setAsked(channel)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <ChannelDialog
        open={edited !== null}
        channel={edited === 'new' ? null : edited}
        pushKey={answer.data?.pushKey ?? ''}
        onOpenChange={(open) => setEdited(open ? edited : null)}
      />
      <Deliveries channel={opened} onClose={() => setOpened(null)} />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={texts.removeTitle(asked?.name ?? '')}
        description={texts.removeText}
        confirmLabel={texts.remove}
        destructive
        onConfirm={remove}
      />
    </Section>
  );
}

const icons: Record<ChannelKind, LucideIcon> = {
  email: Mail,
  push: MonitorSmartphone,
  slack: MessageSquare,
  teams: MessageSquare,
  discord: MessageSquare,
  matrix: MessageSquare,
  telegram: Send,
  ntfy: Bell,
  gotify: Bell,
  pushover: Bell,
  webhook: Webhook,
  custom: Webhook,
};

async function update({ id }: Channel, paused: boolean): Promise<void> {
  await attempt(() => call(channelRoutes.update, { params: { id }, body: { paused } }));
  markStale(['/notifications/channels']);
}

function LastSent({ channel: { lastSentAt, waiting, nextAt } }: { channel: Channel }) {
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
  onOpen: () => void;
  onEdit: () => void;
  onRemove: () => void;
}

function ChannelCard({ channel, mailAddress, onOpen, onEdit, onRemove }: ChannelCardProps) {
  const { id, kind, name, hint, paused, lastError } = channel;
  const [isTesting, start] = useAttempt();
  const Icon = icons[kind];
  const test = async () => {
    const { sent, message } = await call(channelRoutes.test, { params: { id } });
    if (sent) showToast.success(tSent(message));
    else showToast.error(tSent(message));
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
          <p className="text-12 wrap-anywhere text-muted">{kind === 'email' && mailAddress !== null ? mailAddress : tSent(hint)}</p>
          <p className="text-13 text-soft-text">
            {ruleText(channel)}. {paceText(channel)}.
          </p>
          <LastSent channel={channel} />
        </div>
        <Can do="manage">
          <div className="-mt-1 flex flex-none items-center gap-0.5 max-md:w-full max-md:justify-end">
            <Button
              variant="outline"
              size="sm"
              busy={isTesting}
              aria-label={texts.testOf(name)}
              onClick={() => void start(test).then(() => markStale(['/notifications/channels']))}
            >
              {texts.test}
            </Button>
            <IconButton small label={texts.deliveriesOf(name)} icon={History} onClick={onOpen} />
            <IconButton small label={texts.editOf(name)} icon={Pencil} onClick={onEdit} />
            {paused === null ? (
              <IconButton small label={texts.pauseOf(name)} icon={Pause} onClick={() => void update(channel, true)} />
            ) : null}
            <IconButton small label={texts.removeOf(name)} icon={Trash2} onClick={onRemove} />
          </div>
        </Can>
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
            <Can do="manage">
              <Button variant="outline" size="sm" aria-label={texts.resumeOf(name)} onClick={() => void update(channel, false)}>
                {texts.resume}
              </Button>
            </Can>
          }
        >
          {tSent(paused)}
        </Note>
      )}
      {lastError && paused === null ? (
        <Note tone="bad" className="mt-3">
          {texts.lastError} {tSent(lastError.message)} <TimeAgo at={lastError.at} />
        </Note>
      ) : null}
    </li>
  );
}
