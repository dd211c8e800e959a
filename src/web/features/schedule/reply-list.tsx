import type { ScheduledReply } from '#shared/schedule.ts';
import { timeZone } from '#shared/time-zone.ts';
import { Section } from '#web/ui/section.tsx';
import { ReplyRow } from './reply-row.tsx';
import { texts } from './texts.ts';
import { dayNameOf } from './times.ts';
import { dayMs } from './week.ts';

export function ReplyList({ replies, zone }: { replies: readonly ScheduledReply[]; zone: string }) {
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
