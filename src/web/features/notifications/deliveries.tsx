import { tSent } from '#web/lib/language.ts';
import { type Channel, channelRoutes, type Delivery } from '#shared/notify.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { useAttempt } from '#web/lib/attempt.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent, DialogHeader } from '#web/ui/dialog.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, Loaded } from '#web/ui/states.tsx';
import { channelTexts, deliveryTexts as texts } from './texts.ts';

const tones: Record<Delivery['result'], BadgeTone> = { sent: 'good', wait: 'warn', failed: 'bad', unclear: 'warn', gone: 'bad' };

function Row({ channelId, delivery }: { channelId: string; delivery: Delivery }) {
  const { id, at, events, result, message, status, ms, answer, isTest } = delivery;
  const [isSending, start] = useAttempt();
  const named = events.join(', ');
  const resend = async () => {
    await call(channelRoutes.resend, { params: { id: channelId }, body: { delivery: id } });
    showToast.success(texts.queued);
  };
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-line py-3 last:border-b-0">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2 text-13 font-medium">
          <code className="wrap-anywhere">{named}</code>
          <Badge tone={tones[result]}>{status ?? (result === 'sent' ? '✓' : texts.noAnswer)}</Badge>
        </p>
        <p className="text-12 text-muted">
          <TimeAgo at={at} /> · {texts.took(ms)}
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
          aria-label={texts.againOf(named, at)}
          onClick={() => void start(resend).then(() => markStale(['/notifications/channels']))}
        >
          {texts.again}
        </Button>
      )}
    </li>
  );
}

function Log({ channelId }: { channelId: string }) {
  const answer = useApi(channelRoutes.deliveries, { params: { id: channelId } });
  return (
    <Loaded answer={answer} failed={texts.failed} skeleton={<ListSkeleton rows={4} />} empty={<EmptyState>{texts.empty}</EmptyState>}>
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
export function Deliveries({ channel, onClose }: { channel: Channel | null; onClose: () => void }) {
  return (
    <Dialog open={channel !== null} onOpenChange={(open) => !open && onClose()}>
      <DialogContent size="lg">
        <DialogHeader title={channelTexts.deliveriesOf(channel?.name ?? '')} text={texts.about} />
        {channel ? <Log channelId={channel.id} /> : null}
      </DialogContent>
    </Dialog>
  );
}
