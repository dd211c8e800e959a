import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Schedule, ScheduledReply } from '#shared/schedule.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Section } from '#web/ui/page.tsx';
import { needsSomebody, ReplyRow } from './reply-row.tsx';
import { texts } from './texts.ts';
import { dayMs, dayNameOf, weekNameOf, type ShownWeek } from './week.ts';
import { Link } from 'react-router-dom';
import { HelpLink } from '#web/features/help/help-link.tsx';
import { redditAccountRoutes } from '#shared/reddit-account.ts';
import { useApi } from '#web/lib/api.ts';
import { EmptyState } from '#web/ui/states.tsx';
import { WeekCalendar } from './week-calendar.tsx';
import { timeZone } from '#shared/time-zone.ts';
import { Segmented } from '#web/ui/segmented.tsx';

interface ScheduledRepliesProps {
  data: Schedule;
  week: ShownWeek;
  zone: string;
  isList: boolean;
}

export function ScheduledReplies({ data, week, zone, isList }: ScheduledRepliesProps) {
  const replies = data.replies.filter((reply) => !needsSomebody(reply));
  if (replies.length === 0 && data.waiting.count === 0) return <NoReplies />;
  if (isList) return <ReplyList replies={replies} zone={zone} />;
  return <WeekCalendar key={week.start} replies={replies} listening={data.listening} start={week.start} zone={zone} />;
}

/** Only replies on Reddit can be scheduled. */
function NoReplies() {
  const { data: account } = useApi(redditAccountRoutes.status, { query: {} });
  const needsAccount = account?.connected === false;
  return (
    <EmptyState
      help={<HelpLink topic="replies" />}
      className="rounded-lg border border-line"
      action={
        <Button variant="outline" asChild>
          {needsAccount ? (
            <Link to="/dashboard/settings?tab=reddit">{texts.toAccount}</Link>
          ) : (
            <Link to="/dashboard/leads">{texts.toLeads}</Link>
          )}
        </Button>
      }
    >
      {needsAccount ? texts.noAccount : texts.empty}
    </EmptyState>
  );
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

export function WeekBar({ week, isMobile }: { week: ShownWeek; isMobile: boolean }) {
  const views = [
    { value: 'week' as const, label: texts.week },
    { value: 'list' as const, label: texts.list },
  ];
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <IconButton label={texts.previous} icon={ChevronLeft} variant="outline" onClick={() => week.go(-1)} />
      <IconButton label={texts.next} icon={ChevronRight} variant="outline" onClick={() => week.go(1)} />
      <h2 aria-live="polite" className="px-1 text-14 font-semibold">
        {weekNameOf(week.start)}
      </h2>
      {week.isCurrent ? null : (
        <Button variant="ghost" size="sm" onClick={() => week.go(null)}>
          {texts.today}
        </Button>
      )}
      {isMobile ? null : (
        <div className="ml-auto">
          <Segmented label={texts.views} options={views} value={week.view} onChange={week.show} />
        </div>
      )}
    </div>
  );
}
