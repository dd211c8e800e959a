import { Link } from 'react-router-dom';
import type { Schedule } from '#shared/schedule.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ReplyList } from './reply-list.tsx';
import { texts } from './texts.ts';
import type { ShownWeek } from './use-week.ts';
import { WeekCalendar } from './week-calendar.tsx';

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
