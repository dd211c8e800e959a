import { Check, EllipsisVertical } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { FollowUp } from '#shared/follow-ups.ts';
import { authorName, exactTime, subredditName } from '#web/lib/format.ts';
import { useUser } from '#web/lib/session.tsx';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { changeFollowUp, removeFollowUp } from './ask-follow-up.ts';
import { morningIn } from './due.ts';
import { spans, texts } from './texts.ts';

interface FollowUpRowProps {
  followUp: FollowUp;
  /** On the person's own page their name and post say nothing new. */
  withoutPerson?: boolean;
}

export function FollowUpRow({ followUp, withoutPerson = false }: FollowUpRowProps) {
  const { dueAt, doneAt, note, lead, closedBy } = followUp;
  const { settings } = useUser();
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 last:border-b-0">
      <div className="min-w-0 flex-1">
        {withoutPerson ? null : (
          <h3 className="text-14 font-semibold wrap-anywhere">
            <Link to={`/dashboard/leads/${lead.id}`} className="hover:underline">
              <bdi>{authorName(lead.redditUsername)}</bdi>
            </Link>
          </h3>
        )}
        {note ? (
          <p dir="auto" className="text-13 text-soft-text wrap-anywhere">
            {note}
          </p>
        ) : null}
        {withoutPerson || lead.title === '' ? null : (
          <p className="line-clamp-1 text-13 text-muted wrap-anywhere">
            {subredditName(lead.subreddit)} · <bdi>{lead.title}</bdi>
          </p>
        )}
        <p className="text-12 text-muted">
          {doneAt === null ? exactTime(dueAt, { timeZone: settings.timezone }) : <TimeAgo at={doneAt} />}
          {closedBy === 'answer' ? ` · ${texts.answered}` : ''}
        </p>
      </div>
      {doneAt === null ? (
        <Button variant="outline" size="sm" icon={Check} onClick={() => void changeFollowUp(followUp, { done: true })}>
          {texts.markDone}
        </Button>
      ) : null}
      <RowMenu followUp={followUp} />
    </li>
  );
}

function RowMenu({ followUp }: { followUp: FollowUp }) {
  return (
    <Menu align="end" trigger={<IconButton small label={texts.more} icon={EllipsisVertical} />}>
      {followUp.doneAt === null ? (
        spans.map(({ days, label }) => (
          <MenuItem key={days} onSelect={() => void changeFollowUp(followUp, { snoozeUntil: morningIn(days, Date.now()) })}>
            {label}
          </MenuItem>
        ))
      ) : (
        <MenuItem onSelect={() => void changeFollowUp(followUp, { done: false })}>{texts.reopen}</MenuItem>
      )}
      <MenuItem destructive onSelect={() => void removeFollowUp(followUp)}>
        {texts.remove}
      </MenuItem>
    </Menu>
  );
}
