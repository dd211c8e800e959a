import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { Dashboard } from '#shared/dashboard.ts';
import { fullNumber } from '#web/lib/format.ts';
import { lazyPart } from '#web/ui/lazy.tsx';
import { t, locale } from '#web/lib/language.ts';
import { Say } from '#web/ui/say.tsx';
import { useMinute } from '#web/lib/time-ago.tsx';
import { useUser } from '#web/lib/session.tsx';
import { Panel } from './panel.tsx';
import { texts } from './texts.ts';

const { Part: SuggestionsNote } = lazyPart(async () => (await import('#web/features/campaigns/campaign-head.tsx')).SuggestionsNote);

const figureLink = 'font-medium text-text tabular-nums underline decoration-primary-line underline-offset-4 hover:decoration-primary';

/** What was found since the user was last here, and what their marks suggest. */
export function SinceVisit({ dashboard }: { dashboard: Dashboard }) {
  return (
    <Panel of={dashboard}>
      <Line since={dashboard.since} />
      <Suggested campaigns={dashboard.campaigns} />
    </Panel>
  );
}

/** Of all campaigns together; leads to the first that has some. */
function Suggested({ campaigns }: Pick<Dashboard, 'campaigns'>) {
  const count = campaigns.reduce((sum, { suggestions }) => sum + suggestions, 0);
  const first = campaigns.find(({ suggestions }) => suggestions > 0);
  if (!first) return null;
  return (
    <Suspense>
      <SuggestionsNote count={count} to={`/dashboard/campaigns/${first.id}?tab=learning`} className="mb-8" />
    </Suspense>
  );
}

function Line({ since }: Pick<Dashboard, 'since'>) {
  const user = useUser();
  const now = useMinute();
  const when = visitTime(since.at, now, { ...(user.settings.timezone && { timeZone: user.settings.timezone }) });
  return (
    <p className="mb-8 max-w-[76ch] text-16 text-pretty text-muted max-md:mb-6">
      {since.heard === 0 ? (
        texts.sinceNothing(when)
      ) : (
        <Say
          text="Since {when}: {leads} new {newLeads, plural, one {lead} other {leads}} and {posts} {kept, plural, one {post} other {posts}} kept, from {read} {items, plural, one {post or comment} other {posts and comments}} in {places, plural, one {# place} other {# places}}."
          when={when}
          leads={
            <Link className={figureLink} to="/dashboard/leads">
              {fullNumber(since.leads)}
            </Link>
          }
          newLeads={since.leads}
          items={since.heard}
          posts={
            <Link className={figureLink} to={`/dashboard/posts?since=${encodeURIComponent(since.at)}&sort=-discoveredAt`}>
              {fullNumber(since.posts)}
            </Link>
          }
          kept={since.posts}
          read={<b className="font-medium text-text tabular-nums">{fullNumber(since.heard)}</b>}
          places={since.subreddits}
        />
      )}
    </p>
  );
}

const day = 86_400_000;

/** "yesterday at 18:40", "today at 08:15", "Tuesday at 09:00", "3 Nov at 18:40". */
export function visitTime(at: string, now: number, { locale: where = locale, timeZone }: Partial<Where> = {}): string {
  const date = new Date(at);
  const time = new Intl.DateTimeFormat(where, { timeStyle: 'short', timeZone }).format(date);
  return t('{day} at {time}', { day: dayLabel(date, now, { locale: where, timeZone }), time });
}

interface Where {
  locale: string | undefined;
  timeZone: string | undefined;
}

function dayLabel(date: Date, now: number, { locale: where, timeZone }: Where): string {
  const dayOf = (moment: number | Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(moment);
  const that = dayOf(date);
  if (that === dayOf(now)) return t('today');
  if (that === dayOf(now - day)) return t('yesterday');
  const isThisWeek = now - date.getTime() < 6 * day;
  return new Intl.DateTimeFormat(where, isThisWeek ? { weekday: 'long', timeZone } : { day: 'numeric', month: 'short', timeZone }).format(
    date,
  );
}
