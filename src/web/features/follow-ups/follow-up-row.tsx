import { Circle, CircleCheck, EllipsisVertical, Plus } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { type FollowUp, followUpRoutes } from '#shared/follow-ups.ts';
import { authorName, exactTime, subredditName } from '#web/lib/format.ts';
import { Can, useCan, useUser } from '#web/lib/session.tsx';
import { TimeAgo, useMinute } from '#web/lib/time-ago.tsx';
import { knownTimeZone } from '#web/lib/browser-time-zone.ts';
import { cx } from '#web/ui/class-names.ts';
import { IconButton, Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { changeFollowUp, removeFollowUp } from './follow-up-actions.ts';
import { askFollowUp, askSnooze } from './follow-up-request.ts';
import type { Lead } from '#shared/leads.ts';
import { type Handlers, Row } from '#web/features/keys/keys.tsx';
import { useApi } from '#web/lib/api.ts';
import { Section } from '#web/ui/page.tsx';
import { dueLabel, morningIn } from './due.ts';
import { presets, texts } from './texts.ts';

interface FollowUpRowProps {
  followUp: FollowUp;
  /** Hides name and post on the person's own page. */
  withoutPerson?: boolean;
}

export function FollowUpRow({ followUp, withoutPerson = false }: FollowUpRowProps) {
  const { doneAt, note, lead, closedBy } = followUp;
  const navigate = useNavigate();
  const { work } = useCan();
  const person = { leadId: lead.id, name: lead.redditUsername };
  const keys: Handlers = {
    reply: () => void navigate(`/dashboard/leads/${lead.id}`, { state: { isReplying: true } }),
    archive: () => void changeFollowUp(followUp, { done: doneAt === null }),
    dismiss: () => void removeFollowUp(followUp),
    followUp: () => askFollowUp(person),
    snooze: () => askSnooze(person, () => () => undefined),
  };
  return (
    <Row keys={keys} className="flex items-start gap-3 border-b border-line py-3 last:border-b-0">
      {doneAt === null && !work ? (
        <Circle aria-hidden className="mt-0.5 size-4 flex-none text-muted" />
      ) : doneAt === null ? (
        <IconButton
          small
          label={texts.markDone}
          icon={Circle}
          className="-mt-1 -ml-1.5"
          onClick={() => void changeFollowUp(followUp, { done: true })}
        />
      ) : (
        <CircleCheck aria-hidden className="mt-0.5 size-4 flex-none text-primary" />
      )}
      <div className="min-w-0 flex-1">
        {withoutPerson ? (
          <When followUp={followUp} />
        ) : (
          <div className="flex items-baseline gap-3">
            <h3 className="min-w-0 flex-1 truncate text-14 font-semibold">
              <Link to={`/dashboard/leads/${lead.id}`} className="hover:underline" title={authorName(lead.redditUsername)}>
                <bdi>{authorName(lead.redditUsername)}</bdi>
              </Link>
            </h3>
            <When followUp={followUp} />
          </div>
        )}
        {note ? (
          <p dir="auto" title={note} className="line-clamp-2 text-13 text-soft-text wrap-anywhere">
            {note}
          </p>
        ) : null}
        {withoutPerson || lead.title === '' ? null : (
          <p className="truncate text-12 text-muted">
            {subredditName(lead.subreddit)} · <bdi>{lead.title}</bdi>
            {lead.campaigns.length > 1 ? (
              <>
                {' · '}
                <bdi>{lead.campaigns.join(', ')}</bdi>
              </>
            ) : null}
          </p>
        )}
        {closedBy === 'answer' ? <p className="text-12 text-muted">{texts.closedByReply}</p> : null}
      </div>
      <Can>
        <RowMenu followUp={followUp} />
      </Can>
    </Row>
  );
}

/** Late ones also say so in text: color alone isn't accessible. */
function When({ followUp: { dueAt, doneAt } }: { followUp: FollowUp }) {
  const { settings } = useUser();
  const now = useMinute();
  if (doneAt !== null) return <TimeAgo at={doneAt} className="flex-none text-12 text-muted" />;
  const { label, isLate } = dueLabel(dueAt, { now, zone: knownTimeZone(settings.timezone) });
  return (
    <time
      dateTime={dueAt}
      title={exactTime(dueAt, { timeZone: settings.timezone })}
      className={cx('flex-none text-12 tabular-nums', isLate ? 'text-bad' : 'text-muted')}
    >
      {label}
    </time>
  );
}

function RowMenu({ followUp }: { followUp: FollowUp }) {
  return (
    <Menu align="end" trigger={<IconButton small label={texts.more} icon={EllipsisVertical} />}>
      {followUp.doneAt === null ? (
        presets.map(({ days, label }) => (
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

export function LeadFollowUps({ lead }: { lead: Lead }) {
  const { data, error } = useApi(followUpRoutes.list, { query: { leadId: lead.id, limit: 100 } });
  const add = (
    <Can>
      <Button variant="ghost" size="sm" icon={Plus} onClick={() => askFollowUp({ leadId: lead.id, name: lead.redditUsername })}>
        {texts.add}
      </Button>
    </Can>
  );
  return (
    <Section title={texts.title} aside={add}>
      {error && !data ? <p className="pt-3 text-13 text-muted">{texts.failed}</p> : null}
      {data?.items.length === 0 ? <p className="pt-3 text-13 text-muted">{texts.none}</p> : null}
      <ul>
        {data?.items.map((followUp) => (
          <FollowUpRow key={followUp.id} followUp={followUp} withoutPerson />
        ))}
      </ul>
    </Section>
  );
}
