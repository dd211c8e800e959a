import { AlarmClock, Clock, Eye, EyeOff } from 'lucide-react';
import type { Lead } from '#shared/leads.ts';
import { askFollowUp, askSnooze } from '#web/features/follow-ups/follow-up-request.ts';
import { useIsNarrow } from '#web/lib/media.ts';
import { useCan, useIsTeam, useWorkspace } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { AssigneeSelect } from './assignee.tsx';
import { recordStep } from '#web/features/inbox/actions/undo.ts';
import { authorName } from '#web/lib/format.ts';
import { StageSelect, updateLead } from './stage.tsx';
import { texts } from './texts.ts';

interface LeadStateProps {
  lead: Lead;
  onChange: ((lead: Lead) => void) | undefined;
  /** It has the stage and the follow-ups elsewhere, and on phones the assignee. */
  isPersonPage: boolean;
  /** It was put off. Returns what brings it back. */
  onSnoozed: () => () => void;
}

/** Stage and assignee of the lead in the reader, and what puts it off. */
export function LeadState({ lead, onChange, isPersonPage, onSnoozed }: LeadStateProps) {
  const isNarrow = useIsNarrow();
  const { work } = useCan();
  return (
    <>
      {isPersonPage && !isNarrow ? null : <StageSelect lead={lead} onChange={onChange} />}
      {isPersonPage && isNarrow ? null : <AssigneeSelect lead={lead} onChange={onChange} />}
      {work ? <ClientsToggle lead={lead} onChange={onChange} /> : null}
      {isPersonPage || !work ? null : (
        <>
          <FollowUpButton lead={lead} />
          <Button
            variant="ghost"
            size="sm"
            icon={Clock}
            shortcut="h"
            title={texts.snooze}
            className="max-md:w-10 max-md:px-0!"
            onClick={() => askSnooze({ leadId: lead.id, name: lead.redditUsername }, onSnoozed)}
          >
            <span className="sr-only">{texts.snooze}</span>
          </Button>
        </>
      )}
    </>
  );
}

/** Shows the lead to clients, or no longer; nothing where there are none. */
function ClientsToggle({ lead, onChange }: Pick<LeadStateProps, 'lead' | 'onChange'>) {
  const { clients } = useWorkspace();
  if (clients === 0) return null;
  const { id, redditUsername, shownToClients } = lead;
  const label = shownToClients ? texts.hideFromClients : texts.showToClients;
  const toggle = () => {
    onChange?.({ ...lead, shownToClients: !shownToClients });
    const save = (shown: boolean) => updateLead(id, { shownToClients: shown });
    const sent = save(!shownToClients).then(() => async () => void (await save(shownToClients)));
    const said = shownToClients ? texts.hiddenFromClients : texts.shownToClients;
    void recordStep({ sent, restore: async () => onChange?.(lead), label: said(authorName(redditUsername)) });
  };
  return (
    <Button
      variant={shownToClients ? 'secondary' : 'ghost'}
      size="sm"
      icon={shownToClients ? Eye : EyeOff}
      title={label}
      className="max-md:w-10 max-md:px-0!"
      onClick={toggle}
    >
      <span className="sr-only">{label}</span>
    </Button>
  );
}

/** Hidden on phones, where the person's page has it. */
function FollowUpButton({ lead: { id, redditUsername } }: { lead: Lead }) {
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={AlarmClock}
      shortcut="f"
      title={texts.followUp}
      className="max-md:hidden"
      onClick={() => askFollowUp({ leadId: id, name: redditUsername })}
    >
      <span className={useIsTeam() ? 'max-[1700px]:sr-only' : 'max-[1400px]:sr-only'}>{texts.followUp}</span>
    </Button>
  );
}
