import { Link } from 'react-router-dom';
import { followUpRoutes } from '#shared/follow-ups.ts';
import { useApi } from '#web/lib/api.ts';
import { browserTimeZone } from '#web/lib/browser-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/page.tsx';
import { FollowUpRow } from './follow-up-row.tsx';
import { texts } from './texts.ts';

const maxShown = 4;

/** On the dashboard: overdue first, then due today. */
export function DueSection() {
  const query = { zone: browserTimeZone(), limit: maxShown };
  const { data: overdue } = useApi(followUpRoutes.list, { query: { ...query, due: 'overdue' } });
  const { data: today } = useApi(followUpRoutes.list, { query: { ...query, due: 'today' } });
  if (!overdue || !today) return null;
  const due = [...overdue.items, ...today.items].slice(0, maxShown);
  const all = (
    <Button variant="link" size="sm" asChild>
      <Link to="/dashboard/follow-ups">{texts.all}</Link>
    </Button>
  );
  return (
    <Section title={texts.due} aside={all}>
      {due.length === 0 ? <p className="pt-3 text-13 text-muted">{texts.noneDue}</p> : null}
      <ul>
        {due.map((followUp) => (
          <FollowUpRow key={followUp.id} followUp={followUp} />
        ))}
      </ul>
    </Section>
  );
}
