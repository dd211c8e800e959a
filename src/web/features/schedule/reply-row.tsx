import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { ScheduledReply } from '#shared/schedule.ts';
import { type Handlers, Row } from '#web/features/keys/keys.tsx';
import { useCan, useIsTeam } from '#web/lib/session.tsx';
import { tSent } from '#web/lib/language.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { Status, type DotTone } from '#web/ui/status-dot.tsx';
import { ReplyDialog, changeReply, removeReply } from './reply-dialog.tsx';
import { texts } from './texts.ts';
import { clockOf, whenOf } from './week.ts';

const tones: Record<ScheduledReply['state'], DotTone> = { queued: 'new', sending: 'new', sent: 'good', failed: 'bad', unknown: 'warn' };
type State = Pick<ScheduledReply, 'state' | 'held'>;

/** It isn't sent until somebody says when. */
export const needsSomebody = ({ held }: Pick<ScheduledReply, 'held'>): boolean =>
  held === 'missed' || held === 'left' || held === 'returned';
const toneOf = (reply: State): DotTone =>
  needsSomebody(reply) || reply.held === 'approval' ? 'warn' : reply.held === 'paused' ? 'off' : tones[reply.state];
export const stateLabel = ({ state, held }: State): string => (held === null ? texts.states[state] : texts.held[held]);

/** The conversation's path; null once it has been deleted. */
export function conversationOf({ leadId, postId }: Pick<ScheduledReply, 'leadId' | 'postId'>): string | null {
  if (leadId !== null) return `/dashboard/leads/${leadId}`;
  return postId === null ? null : `/dashboard/posts?post=${postId}`;
}

/** It is the user's own, or they may change those of others. */
export function useCanChange({ canChange = true }: Pick<ScheduledReply, 'canChange'>): boolean {
  return useCan().work && canChange;
}

interface ReplyRowProps {
  reply: ScheduledReply;
  zone: string;
}

export function ReplyRow({ reply, zone }: ReplyRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { dueAt, state, message, note, permalink, sentBy } = reply;
  const path = conversationOf(reply);
  const isMissed = needsSomebody(reply);
  const isTeam = useIsTeam();
  const canChange = useCanChange(reply);
  const isWaiting = canChange && state === 'queued';
  const remove = () => void removeReply(reply);
  const keys: Handlers = {
    ...(isWaiting && { open: () => setOpen(true), snooze: () => setOpen(true), schedule: () => setOpen(true) }),
    ...((isWaiting || (canChange && state === 'failed')) && { archive: remove, dismiss: remove }),
  };
  return (
    <Row keys={keys} className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-line py-3 last:border-b-0">
      <time dateTime={dueAt} className="w-18 flex-none text-13 font-semibold tabular-nums max-md:w-full">
        {isMissed ? whenOf(dueAt, zone) : clockOf(dueAt, zone)}
      </time>
      <div className="min-w-0 flex-1">
        <p className="text-14 font-semibold wrap-anywhere">
          {path ? (
            <Link to={path} className="hover:underline">
              <bdi>{texts.to(reply)}</bdi>
            </Link>
          ) : (
            <bdi>{texts.to(reply)}</bdi>
          )}
        </p>
        <p dir="auto" className="line-clamp-2 text-13 text-soft-text wrap-anywhere">
          {message}
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-x-2 text-12">
          <Status tone={toneOf(reply)} colored>
            {stateLabel(reply)}
          </Status>
          {sentBy && isTeam ? <bdi className="text-muted">{texts.by(sentBy.username, state === 'sent')}</bdi> : null}
          {note ? <span className="text-muted">{tSent(note)}</span> : null}
          {permalink ? (
            <a href={permalink} target="_blank" rel="noopener noreferrer nofollow" className="font-medium text-primary hover:underline">
              {texts.view}
            </a>
          ) : null}
        </div>
      </div>
      {isWaiting ? (
        <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
          {texts.edit}
        </Button>
      ) : null}
      {isWaiting || (canChange && state === 'failed') || path ? <RowMenu reply={reply} /> : null}
      <ReplyDialog reply={reply} zone={zone} open={isOpen} onOpenChange={setOpen} />
    </Row>
  );
}

function RowMenu({ reply }: { reply: ScheduledReply }) {
  const navigate = useNavigate();
  const { id, state, held } = reply;
  const path = conversationOf(reply);
  const canChange = useCanChange(reply);
  const isWaiting = canChange && state === 'queued';
  return (
    <Menu align="end" trigger={<IconButton small label={texts.more} icon={EllipsisVertical} />}>
      {isWaiting && held !== 'approval' && held !== 'returned' ? (
        <MenuItem onSelect={() => void changeReply(id, { dueAt: new Date().toISOString() }, texts.saved)}>{texts.sendNow}</MenuItem>
      ) : null}
      {isWaiting && !needsSomebody(reply) && held !== 'approval' ? (
        <MenuItem onSelect={() => void changeReply(id, { paused: held === null }, texts.saved)}>
          {held === null ? texts.pause : texts.resume}
        </MenuItem>
      ) : null}
      {path ? <MenuItem onSelect={() => void navigate(path)}>{texts.open}</MenuItem> : null}
      {isWaiting || (canChange && state === 'failed') ? (
        <MenuItem destructive onSelect={() => void removeReply(reply)}>
          {isWaiting ? texts.cancel : texts.dismiss}
        </MenuItem>
      ) : null}
    </Menu>
  );
}
