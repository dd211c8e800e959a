import type { Today } from '#shared/dashboard.ts';
import { useMinute } from '#web/lib/time-ago.tsx';
import { useUser } from '#web/lib/session.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { texts, todayTexts } from './texts.ts';
import { countDone } from './use-today.ts';

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** How far the user is, above the list. */
export function TodayBar({ today }: { today: Today }) {
  const user = useUser();
  const now = useMinute();
  const done = countDone(today);
  const all = done + today.items.length;
  return (
    <div className="flex h-bar min-w-0 flex-none items-center gap-3 border-b px-4 max-md:h-14">
      <p className="min-w-0 truncate font-medium max-md:hidden">
        <bdi>{texts.greeting(capital(user.username), new Date(now).getHours())}</bdi>
      </p>
      <Progress label={todayTexts.title} value={done} max={all} className="w-36 flex-none" />
      <output className="flex-none text-13 text-muted tabular-nums">{todayTexts.progress(done, all)}</output>
      <Library className="ml-auto" />
    </div>
  );
}

/** Everything that isn't for today. */
export const Library = ({ className = '' }: { className?: string }) => (
  <span className={`flex flex-none items-center gap-3 ${className}`}>
    <ButtonLink variant="link" size="sm" to="/dashboard/leads?view=all">
      {todayTexts.leads}
    </ButtonLink>
    <ButtonLink variant="link" size="sm" to="/dashboard/posts">
      {todayTexts.posts}
    </ButtonLink>
  </span>
);
