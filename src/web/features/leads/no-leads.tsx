import { HelpLink } from '#web/features/help/help-link.tsx';
import { Link } from 'react-router-dom';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { texts } from './texts.ts';
import { useDashboard } from '#web/lib/dashboard.ts';
import { readTally, type Tallied } from '#web/features/inbox/actions/triage.ts';
import { dateFormat } from '#web/lib/format.ts';

interface NoLeadsProps {
  /** Nothing is left that needs the user. */
  isDone: boolean;
  isFiltered: boolean;
  onClear: () => void;
}

export function NoLeads({ isDone, isFiltered, onClear }: NoLeadsProps) {
  if (isDone) return <AllDone />;
  const action = isFiltered ? (
    <Button variant="outline" onClick={onClear}>
      {texts.clearFilters}
    </Button>
  ) : (
    <Button variant="outline" asChild>
      <Link to="/dashboard/posts">{texts.toPosts}</Link>
    </Button>
  );
  return (
    <EmptyState className="flex-1" action={action} help={<HelpLink topic="scoring" />}>
      {isFiltered ? texts.emptyFiltered : texts.empty}
    </EmptyState>
  );
}

const order: readonly Tallied[] = ['reply', 'lead', 'dismiss', 'archive'];

/** "18:00" today, "Mon 09:00" later. */
function clockOf(at: string): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const weekday = isToday ? {} : { weekday: 'short' as const };
  return dateFormat({ ...weekday, hour: '2-digit', minute: '2-digit' }).format(new Date(at));
}

/** The end of a session: when to come back, and what was done. */
function AllDone() {
  const { data } = useDashboard();
  const runs = data?.campaigns.flatMap(({ status, nextRunAt }) => (status === 'active' && nextRunAt ? [nextRunAt] : [])) ?? [];
  const [next] = runs.toSorted();
  const tally = readTally();
  const counts = order.filter((action) => tally[action] > 0).map((action) => texts.doneActions[action](tally[action]));
  const hasLeads = (data?.totals.leads ?? 0) > 0;
  if (!hasLeads && counts.length === 0)
    return (
      <EmptyState
        help={<HelpLink topic="scoring" />}
        className="flex-1"
        action={
          <Button variant="outline" asChild>
            <Link to="/dashboard/posts">{texts.toPosts}</Link>
          </Button>
        }
      >
        {texts.empty}
      </EmptyState>
    );
  return (
    <EmptyState
      className="flex-1"
      action={
        <Button variant="outline" asChild>
          <Link to="/dashboard/leads?view=all">{texts.allLeads}</Link>
        </Button>
      }
    >
      <b className="block text-16 font-semibold text-text">{texts.done}</b>
      {data ? <span className="block">{next ? texts.nextCheck(clockOf(next)) : texts.noNextCheck}</span> : null}
      {counts.length > 0 ? <span className="block">{texts.doneCounts(counts.join(', '))}</span> : null}
    </EmptyState>
  );
}
