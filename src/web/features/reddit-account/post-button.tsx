import { Send, AlarmClock, AlarmClockOff } from 'lucide-react';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { redditAccountRoutes } from '#shared/reddit-account.ts';
import type { CheckPoint } from '#shared/reply-check.ts';
import { askCheck, checkItems, checkTexts, type ChosenAccount } from '#web/features/reply-help/pre-send-check.tsx';
import { ScheduleButton, type ScheduleHandle } from '#web/features/schedule/reply-dialog.tsx';
import { ApiError, useApi } from '#web/lib/api.ts';
import { useAttempt, useLeaving } from '#web/lib/failure.ts';
import { tSent } from '#web/lib/language.ts';
import { usePublicSettings } from '#web/lib/public-settings.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Checks } from '#web/ui/checks.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { goToReddit } from './connect.ts';
import { followUpTime, sendReply } from './outbox-list.tsx';
import { outboxTexts as texts } from './texts.ts';

const followUpDays = [1, 3, 7, 14] as const;

/** Set once the reply is posted. */
function FollowUpChoice({ days, onChange }: { days: number | null; onChange: (days: number | null) => void }) {
  const label = texts.followUp(days);
  return (
    <Menu
      trigger={
        <Button variant="outline" size="sm" icon={days === null ? AlarmClockOff : AlarmClock} className="rounded-full! max-md:px-3!">
          <span className="max-md:sr-only">{label}</span>
          <span aria-hidden className="md:hidden">
            {texts.followUpShort(days)}
          </span>
        </Button>
      }
    >
      {followUpDays.map((option) => (
        <MenuItem key={option} onSelect={() => onChange(option)}>
          {texts.followUp(option)}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => onChange(null)}>{texts.followUp(null)}</MenuItem>
    </Menu>
  );
}

/** Before anything was sent. */
const sayOffline = (error: unknown): never => {
  throw error instanceof ApiError && error.status === 0 ? error.saying(texts.offline) : error;
};

export interface PostButtonHandle {
  /** Same as a click; nothing while the button can't be clicked. */
  send: () => void;
  schedule: () => void;
}

interface PostButtonProps {
  postId: string;
  /** The reply goes below this comment, which can't be scheduled. */
  answerId?: string | undefined;
  account: ChosenAccount;
  text: string;
  /** Whether there is a person to follow up with. */
  hasLead: boolean;
  /** Returns what brings the text back. */
  onSent: () => () => void;
  ref?: Ref<PostButtonHandle>;
}

/** Posts exactly this text in the user's name. Hidden when no account is connected: the user copies the text instead. */
export function PostButton({ postId, answerId, account, text, hasLead, onSent, ref }: PostButtonProps) {
  const settings = usePublicSettings();
  const enabled = settings.data?.postingEnabled === true;
  const { data: status } = useApi(redditAccountRoutes.status, enabled ? { query: {} } : null);
  const [busy, run] = useAttempt();
  const [leaving, leave] = useLeaving();
  const [asked, setAsked] = useState<readonly CheckPoint[] | null>(null);
  const [days, setDays] = useState<number | null>(3);
  const schedule = useRef<ScheduleHandle>(null);
  const followUpAfter = (at: number) => followUpTime(hasLead ? days : null, at);
  const send = () => {
    // The question stays if the reply is refused, and says why.
    const close = () => (setAsked(null), onSent());
    return sendReply({ postId, answerId, account, message: text, followUpAt: followUpAfter(Date.now()) }, close);
  };
  // Checked again, because the result beside the text may belong to an earlier version of it.
  const checkAndSend = async () => {
    const { points } = await askCheck(postId, text, account).catch(sayOffline);
    const stops = points.filter(({ level }) => level === 'stop');
    // Whoever responds has commented there already.
    const asks = points.filter(({ level, key }) => level === 'ask' && (answerId === undefined || key !== 'answered'));
    if (stops.length > 0) showToast.error(stops.map(({ message }) => tSent(message)).join('. '));
    else if (asks.length > 0) setAsked(asks);
    else await send();
  };
  const post = () => void run(checkAndSend);
  const canSend = status?.connected === true && status.canPost && text.trim() !== '';
  useImperativeHandle(ref, () => ({
    send: () => (canSend && !busy ? post() : undefined),
    schedule: () => (canSend ? schedule.current?.open() : status?.connected ? undefined : showToast.info(texts.connectFirst)),
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
      {answerId === undefined ? (
        <ScheduleButton ref={schedule} postId={postId} account={account} text={text} followUpAfter={followUpAfter} onScheduled={onSent} />
      ) : null}
      {hasLead ? <FollowUpChoice days={days} onChange={setDays} /> : null}
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
