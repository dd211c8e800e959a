import { Plus } from 'lucide-react';
import { followUpRoutes } from '#shared/follow-ups.ts';
import type { Lead } from '#shared/leads.ts';
import { useApi } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/page.tsx';
import { askFollowUp } from './follow-up-request.ts';
import { FollowUpRow } from './follow-up-row.tsx';
import { texts } from './texts.ts';

export function LeadFollowUps({ lead }: { lead: Lead }) {
  const { data, error } = useApi(followUpRoutes.list, { query: { leadId: lead.id, limit: 100 } });
  const add = (
    <Button variant="ghost" size="sm" icon={Plus} onClick={() => askFollowUp({ leadId: lead.id, name: lead.redditUsername })}>
      {texts.add}
    </Button>
  );
  return (
    <Section title={texts.title} aside={add}>
      {error && !data ? <p className="pt-3 text-13 text-muted">{texts.failed}</p> : null}
      {data?.items.length === 0 ? <p className="pt-3 text-13 text-muted">{texts.none}</p> : null}
      <ul>
        {data?.items.map((followUp) => (
          <FollowUpRow key={followUp.id} followUp={followUp} withoutPerson />
        ))}
      </ul>
    </Section>
  );
}
