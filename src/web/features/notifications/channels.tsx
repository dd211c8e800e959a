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
import { type Channel, type ChannelKind, channelRoutes, type Delivery } from '#shared/notify.ts';
import { HelpLink } from '#web/features/help/help-link.tsx';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { attempt, useAttempt } from '#web/lib/failure.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Can } from '#web/lib/session.tsx';
import { TimeAgo, useMinute } from '#web/lib/time-ago.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog, DialogContent, DialogHeader } from '#web/ui/dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/page.tsx';
import { EmptyState, Loaded, ListSkeleton } from '#web/ui/states.tsx';
import { ChannelDialog } from './channel-dialog.tsx';
import { channelTexts, kindNames, paceText, ruleText, deliveryTexts } from './texts.ts';

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
        {channelTexts.add}
      </Button>
    </Can>
  );
  const addFirst = (
    <Can do="manage">
      <Button icon={Plus} onClick={() => setEdited('new')}>
        {channelTexts.add}
      </Button>
    </Can>
  );
  const empty = (
    <EmptyState help={<HelpLink topic="notifications" />} action={addFirst}>
      {channelTexts.empty}
    </EmptyState>
  );
  return (
    <Section title={channelTexts.title} aside={answer.data && answer.data.items.length > 0 ? add : null}>
      <p className="pt-4 text-13 text-soft-text">{channelTexts.lead}</p>
      <Loaded answer={answer} failed={channelTexts.failed} skeleton={<ListSkeleton rows={3} />} empty={empty}>
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
        title={channelTexts.removeTitle(asked?.name ?? '')}
        description={channelTexts.removeText}
        confirmLabel={channelTexts.remove}
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
        channelTexts.neverSent
      ) : (
        <>
          {channelTexts.lastSent} <TimeAgo at={lastSentAt} />
        </>
      )}
      {waiting > 0 ? ` · ${channelTexts.waiting(waiting)}` : null}
      {waiting > 0 && nextAt && Date.parse(nextAt) > now ? (
        <>
          , {channelTexts.next} <TimeAgo at={nextAt} />
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
              aria-label={channelTexts.testOf(name)}
              onClick={() => void start(test).then(() => markStale(['/notifications/channels']))}
            >
              {channelTexts.test}
            </Button>
            <IconButton small label={channelTexts.deliveriesOf(name)} icon={History} onClick={onOpen} />
            <IconButton small label={channelTexts.editOf(name)} icon={Pencil} onClick={onEdit} />
            {paused === null ? (
              <IconButton small label={channelTexts.pauseOf(name)} icon={Pause} onClick={() => void update(channel, true)} />
            ) : null}
            <IconButton small label={channelTexts.removeOf(name)} icon={Trash2} onClick={onRemove} />
          </div>
        </Can>
      </div>
      {kind === 'email' && mailAddress === null ? (
        <Note tone="warn" className="mt-3">
          {channelTexts.noEmail}
        </Note>
      ) : null}
      {paused === null ? null : (
        <Note
          tone="warn"
          className="mt-3"
          action={
            <Can do="manage">
              <Button variant="outline" size="sm" aria-label={channelTexts.resumeOf(name)} onClick={() => void update(channel, false)}>
                {channelTexts.resume}
              </Button>
            </Can>
          }
        >
          {tSent(paused)}
        </Note>
      )}
      {lastError && paused === null ? (
        <Note tone="bad" className="mt-3">
          {channelTexts.lastError} {tSent(lastError.message)} <TimeAgo at={lastError.at} />
        </Note>
      ) : null}
    </li>
  );
}

const tones: Record<Delivery['result'], BadgeTone> = { sent: 'good', wait: 'warn', failed: 'bad', unclear: 'warn', gone: 'bad' };

function Row({ channelId, delivery }: { channelId: string; delivery: Delivery }) {
  const { id, at, events, result, message, status, ms, answer, isTest } = delivery;
  const [isSending, start] = useAttempt();
  const named = events.join(', ');
  const resend = async () => {
    await call(channelRoutes.resend, { params: { id: channelId }, body: { delivery: id } });
    showToast.success(deliveryTexts.queued);
  };
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-line py-3 last:border-b-0">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2 text-13 font-medium">
          <code className="wrap-anywhere">{named}</code>
          <Badge tone={tones[result]}>{status ?? (result === 'sent' ? '✓' : deliveryTexts.noAnswer)}</Badge>
        </p>
        <p className="text-12 text-muted">
          <TimeAgo at={at} /> · {deliveryTexts.took(ms)}
        </p>
        <p className="text-12 wrap-anywhere text-soft-text">{tSent(message)}</p>
        {answer === '' ? null : (
          <p dir="auto" className="rounded-sm bg-sunken px-2 py-1 text-12 wrap-anywhere text-soft-text">
            {answer}
          </p>
        )}
      </div>
      {isTest ? null : (
        <Button
          variant="outline"
          size="sm"
          busy={isSending}
          aria-label={deliveryTexts.againOf(named, at)}
          onClick={() => void start(resend).then(() => markStale(['/notifications/channels']))}
        >
          {deliveryTexts.again}
        </Button>
      )}
    </li>
  );
}

function Log({ channelId }: { channelId: string }) {
  const answer = useApi(channelRoutes.deliveries, { params: { id: channelId } });
  return (
    <Loaded
      answer={answer}
      failed={deliveryTexts.failed}
      skeleton={<ListSkeleton rows={4} />}
      empty={<EmptyState>{deliveryTexts.empty}</EmptyState>}
    >
      {({ items }) => (
        <ul className="mt-3">
          {items.map((delivery) => (
            <Row key={delivery.id} channelId={channelId} delivery={delivery} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}

/** What a channel sent, and what its receiver answered. */
function Deliveries({ channel, onClose }: { channel: Channel | null; onClose: () => void }) {
  return (
    <Dialog open={channel !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent size="lg">
        <DialogHeader title={channelTexts.deliveriesOf(channel?.name ?? '')} text={deliveryTexts.about} />
        {channel ? <Log channelId={channel.id} /> : null}
      </DialogContent>
    </Dialog>
  );
}
