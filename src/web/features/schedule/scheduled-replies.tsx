import { HelpLink } from '#web/features/help/help-link.tsx';
import { Link } from 'react-router-dom';
import type { Schedule, ScheduledReply } from '#shared/schedule.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { texts } from './texts.ts';
import type { ShownWeek } from './use-week.ts';
import { WeekCalendar } from './week-calendar.tsx';
import { timeZone } from '#shared/time-zone.ts';
import { Section } from '#web/ui/section.tsx';
import { ReplyRow } from './reply-row.tsx';
import { dayNameOf } from './times.ts';
import { dayMs } from './week.ts';

interface ScheduledRepliesProps {
  data: Schedule;
  week: ShownWeek;
  zone: string;
  isList: boolean;
}

export function ScheduledReplies({ data, week, zone, isList }: ScheduledRepliesProps) {
  const replies = data.replies.filter(({ held }) => held !== 'missed');
  if (replies.length === 0 && data.waiting.count === 0)
    return (
      <EmptyState
        help={<HelpLink topic="replies" />}
        className="rounded-lg border border-line"
        action={
          <Button variant="outline" asChild>
            <Link to="/dashboard/leads">{texts.toLeads}</Link>
          </Button>
        }
      >
        {texts.empty}
      </EmptyState>
    );
  if (isList) return <ReplyList replies={replies} zone={zone} />;
  return <WeekCalendar key={week.start} replies={replies} listening={data.listening} start={week.start} zone={zone} />;
}

function ReplyList({ replies, zone }: { replies: readonly ScheduledReply[]; zone: string }) {
  if (replies.length === 0) return <p className="py-6 text-13 text-muted">{texts.noneThisWeek}</p>;
  const days = Map.groupBy(replies, ({ dueAt }) => Math.floor(timeZone(zone).toLocal(Date.parse(dueAt)) / dayMs) * dayMs);
  return (
    <div className="flex flex-col gap-8">
      {[...days].map(([day, entries]) => (
        <Section key={day} level={3} title={dayNameOf(day)}>
          <ul>
            {entries.map((reply) => (
              <ReplyRow key={reply.id} reply={reply} zone={zone} />
            ))}
          </ul>
        </Section>
      ))}
    </div>
  );
}
