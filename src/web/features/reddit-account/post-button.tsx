import { Send } from 'lucide-react';
import { type Ref, useImperativeHandle, useState } from 'react';
import { outboxRoutes } from '#shared/outbox.ts';
import { redditAccountRoutes } from '#shared/reddit-account.ts';
import type { CheckPoint } from '#shared/reply-check.ts';
import { checkItems } from '#web/features/reply-help/pre-send-check.tsx';
import { checkTexts } from '#web/features/reply-help/texts.ts';
import { askCheck } from '#web/features/reply-help/use-reply-check.ts';
import { ScheduleButton } from '#web/features/schedule/schedule-button.tsx';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { useAttempt, useLeaving } from '#web/lib/attempt.ts';
import { usePublicSettings } from '#web/lib/public-settings.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Checks } from '#web/ui/checks.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { goToReddit } from './connect.ts';
import { outboxTexts as texts } from './texts.ts';

export interface PostButtonHandle {
  /** Same as a click; nothing while the button can't be clicked. */
  send: () => void;
}

interface PostButtonProps {
  postId: string;
  text: string;
  onSent: () => void;
  ref?: Ref<PostButtonHandle>;
}

/** Posts exactly this text in the user's name. Hidden when no account is connected: the user copies the text instead. */
export function PostButton({ postId, text, onSent, ref }: PostButtonProps) {
  const settings = usePublicSettings();
  const enabled = settings.data?.postingEnabled === true;
  const { data: status } = useApi(redditAccountRoutes.status, enabled ? { query: {} } : null);
  const [busy, run] = useAttempt();
  const [leaving, leave] = useLeaving();
  const [asked, setAsked] = useState<readonly CheckPoint[] | null>(null);
  const send = async () => {
    setAsked(null);
    await call(outboxRoutes.send, { params: { id: postId }, body: { message: text } });
    markStale(['/outbox']);
    onSent();
  };
  // Checked again, because the result beside the text may belong to an earlier version of it.
  const checkAndSend = async () => {
    const { points } = await askCheck(postId, text);
    const stops = points.filter(({ level }) => level === 'stop');
    const asks = points.filter(({ level }) => level === 'ask');
    if (stops.length > 0) showToast.error(stops.map(({ message }) => message).join('. '));
    else if (asks.length > 0) setAsked(asks);
    else await send();
  };
  const post = () => void run(checkAndSend);
  useImperativeHandle(ref, () => ({
    send: () => {
      if (status?.connected && status.canPost && !busy && text.trim() !== '') post();
    },
  }));
  if (!status?.connected) return null;
  if (!status.canPost)
    return (
      <Button
        variant="outline"
        size="sm"
        icon={Send}
        busy={leaving !== null}
        onClick={() => void leave('submit', () => goToReddit('submit'))}
      >
        {texts.allow}
      </Button>
    );
  return (
    <>
      <Tooltip content={texts.post} shortcut={texts.postKeys} side="top">
        <Button size="sm" icon={Send} busy={busy} disabled={text.trim() === ''} onClick={post}>
          {texts.post}
        </Button>
      </Tooltip>
      <ScheduleButton postId={postId} text={text} onScheduled={onSent} />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => (open ? undefined : setAsked(null))}
        title={checkTexts.askTitle}
        description={checkTexts.askText}
        confirmLabel={checkTexts.confirm}
        cancelLabel={checkTexts.back}
        onConfirm={send}
      >
        <Checks items={checkItems(asked ?? [])} />
      </ConfirmDialog>
    </>
  );
}
