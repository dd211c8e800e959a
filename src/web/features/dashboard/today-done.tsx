import type { Today } from '#shared/dashboard.ts';
import { knownTimeZone } from '#web/lib/browser-time-zone.ts';
import { useMinute } from '#web/lib/minute.ts';
import { useUser } from '#web/lib/session.tsx';
import { todayTexts } from './texts.ts';
import { Library } from './today-progress.tsx';
import { untilLabel } from './until.ts';

/** Nothing is left to do: when to come back, and what was done. */
export function TodayDone({ today: { done, nextAt } }: { today: Today }) {
  const user = useUser();
  const now = useMinute();
  const until = nextAt === null ? null : untilLabel(nextAt, { now, zone: knownTimeZone(user.settings.timezone) });
  const counts = todayTexts.counts(done);
  return (
    <header className="mb-10 border-b pb-8 max-md:mb-8">
      <h1 className="text-28 font-semibold tracking-[-.02em] text-balance max-md:text-[1.5rem] max-md:leading-8">
        {counts.length > 0 ? todayTexts.done(until) : todayTexts.nothing(until)}
      </h1>
      <p className="mt-2 max-w-[76ch] text-16 text-pretty text-muted">
        {counts.length > 0 ? todayTexts.doneCounts(counts.join(', ')) : todayTexts.arrive}
      </p>
      <Library className="mt-4" />
    </header>
  );
}
