import { Pause, Play, AudioLines } from 'lucide-react';
import { scheduleRoutes, type Schedule, type ScheduledReply } from '#shared/schedule.ts';
import { useApi } from '#web/lib/api.ts';
import { useIsMobile } from '#web/lib/media.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useCan, useUser } from '#web/lib/session.tsx';
import { knownTimeZone } from '#web/lib/browser-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState, ListSkeleton } from '#web/ui/states.tsx';
import { Page, PageHeader, Section } from '#web/ui/page.tsx';
import { Approvals } from './approvals.tsx';
import { pauseAll } from './reply-dialog.tsx';
import { needsSomebody, ReplyRow } from './reply-row.tsx';
import { texts } from './texts.ts';
import { dayMs, isoOf, readDays, useWeek, whenOf } from './week.ts';
import { Link } from 'react-router-dom';
import { ScheduledReplies, WeekBar } from './scheduled-replies.tsx';

export function SchedulePage() {
  usePageTitle(texts.title);
  const zone = knownTimeZone(useUser().settings.timezone);
  const week = useWeek(zone);
  const isMobile = useIsMobile();
  const from = isoOf(week.start, zone);
  const to = isoOf(week.start + readDays * dayMs, zone);
  const { data, error, mutate, isValidating } = useApi(scheduleRoutes.list, { query: { from, to } }, { keepPreviousData: true });
  return (
    <Page>
      <PageHeader title={texts.title} lead={texts.lead(zone)} actions={data ? <PauseAllButton waiting={data.waiting} /> : null} />
      {data ? (
        <>
          <Approvals zone={zone} />
          <Missed replies={data.replies} zone={zone} />
          <WeekBar week={week} isMobile={isMobile} />
          <ScheduledReplies data={data} week={week} zone={zone} isList={isMobile || week.view === 'list'} />
          <UpcomingRuns listening={data.listening} zone={zone} />
        </>
      ) : error ? (
        <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
          {texts.failed} {error.message}
        </ErrorState>
      ) : (
        <ListSkeleton rows={6} />
      )}
    </Page>
  );
}

function PauseAllButton({ waiting: { count, paused } }: Pick<Schedule, 'waiting'>) {
  if (!useCan().work || count === 0) return null;
  const isAllPaused = paused === count;
  return (
    <Button variant="outline" icon={isAllPaused ? Play : Pause} onClick={() => void pauseAll(!isAllPaused)}>
      {isAllPaused ? texts.resumeAll : texts.pauseAll}
    </Button>
  );
}

function Missed({ replies, zone }: { replies: readonly ScheduledReply[]; zone: string }) {
  const missed = replies.filter(needsSomebody);
  if (missed.length === 0) return null;
  return (
    <Section title={texts.missed} className="mb-8">
      <ul>
        {missed.map((reply) => (
          <ReplyRow key={reply.id} reply={reply} zone={zone} />
        ))}
      </ul>
    </Section>
  );
}

function UpcomingRuns({ listening, zone }: Pick<Schedule, 'listening'> & { zone: string }) {
  return (
    <Section title={texts.nextRuns} className="mt-10">
      {listening.length === 0 ? <p className="pt-3 text-13 text-muted">{texts.noRuns}</p> : null}
      <ul>
        {listening.map(({ campaignId, name, at }) => (
          <li key={campaignId} className="flex flex-wrap items-center gap-x-3 border-b border-line py-2.5 text-13 last:border-b-0">
            <AudioLines aria-hidden className="size-4 text-muted" />
            <Link to={`/dashboard/campaigns/${campaignId}`} className="min-w-0 flex-1 font-medium wrap-anywhere hover:underline">
              <bdi>{name}</bdi>
            </Link>
            <time dateTime={at} className="text-muted tabular-nums">
              {whenOf(at, zone)}
            </time>
          </li>
        ))}
      </ul>
    </Section>
  );
}
