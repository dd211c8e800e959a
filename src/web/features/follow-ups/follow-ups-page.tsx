import { HelpLink } from '#web/features/help/help-link.tsx';
import { Link } from 'react-router-dom';
import type { Page } from '#shared/common.ts';
import { followUpRoutes, type DueGroup, type FollowUp } from '#shared/follow-ups.ts';
import { useApi } from '#web/lib/api.ts';
import { useMinute } from '#web/lib/time-ago.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '#web/ui/states.tsx';
import { Page as PageFrame, PageHeader, Section } from '#web/ui/page.tsx';
import { browserTimeZone } from '#web/lib/browser-time-zone.ts';
import { splitUpcoming } from './due.ts';
import { FollowUpRow } from './follow-up-row.tsx';
import { texts } from './texts.ts';

const useGroup = (due: DueGroup, limit: number) => useApi(followUpRoutes.list, { query: { due, limit, zone: browserTimeZone() } });

export function FollowUpsPage() {
  usePageTitle(texts.title);
  const now = useMinute();
  const overdue = useGroup('overdue', 100);
  const today = useGroup('today', 100);
  const upcoming = useGroup('upcoming', 100);
  const done = useGroup('done', 25);
  const groups = [overdue, today, upcoming, done];
  const failed = groups.find(({ data, error }) => error !== undefined && !data);
  const isLoaded = groups.every(({ data }) => data !== undefined);
  const { week, later } = splitUpcoming(upcoming.data?.items ?? [], now);
  const sections: [title: string, items: FollowUp[], part: string | null][] = [
    [texts.overdue, overdue.data?.items ?? [], partOf(overdue.data)],
    [texts.today, today.data?.items ?? [], partOf(today.data)],
    [texts.week, week, later.length === 0 ? partOf(upcoming.data) : null],
    [texts.later, later, partOf(upcoming.data, week.length)],
    [texts.done, done.data?.items ?? [], partOf(done.data)],
  ];
  const shown = sections.filter(([, items]) => items.length > 0);
  return (
    <PageFrame>
      <PageHeader title={texts.title} lead={texts.lead} />
      {failed ? (
        <ErrorState onRetry={() => groups.forEach(({ mutate }) => void mutate())}>
          {texts.failed} {failed.error?.message}
        </ErrorState>
      ) : isLoaded ? (
        <div className="flex flex-col gap-10">
          {shown.length === 0 ? <NoFollowUps /> : null}
          {shown.map(([title, items, part]) => (
            <Section key={title} title={title} aside={part}>
              <ul>
                {items.map((followUp) => (
                  <FollowUpRow key={followUp.id} followUp={followUp} />
                ))}
              </ul>
            </Section>
          ))}
        </div>
      ) : (
        <ListSkeleton rows={5} />
      )}
    </PageFrame>
  );
}

/** "100 of 213", if the group has more than is shown; `elsewhere` of them are in another section. */
function partOf(page: Page<FollowUp> | undefined, elsewhere = 0): string | null {
  if (!page?.nextCursor) return null;
  return texts.part(page.items.length - elsewhere, page.total === null ? null : page.total - elsewhere);
}

function NoFollowUps() {
  return (
    <EmptyState
      help={<HelpLink topic="replies" />}
      action={
        <Button variant="outline" asChild>
          <Link to="/dashboard/leads">{texts.toLeads}</Link>
        </Button>
      }
    >
      {texts.empty}
    </EmptyState>
  );
}
