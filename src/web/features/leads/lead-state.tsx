import { AlarmClock, Clock, Eye, EyeOff } from 'lucide-react';
import type { Person } from '#shared/common.ts';
import type { Lead } from '#shared/leads.ts';
import { askFollowUp, askSnooze } from '#web/features/follow-ups/follow-up-request.ts';
import { useIsNarrow } from '#web/lib/media.ts';
import { useCan, useIsTeam, useWorkspace, useUser } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { recordStep } from '#web/features/inbox/actions/undo.ts';
import { useMembers } from '#web/features/workspaces/use-members.ts';
import { authorName, excerpt } from '#web/lib/format.ts';
import { Select } from '#web/ui/field.tsx';
import { StageSelect, updateLead } from './stage.tsx';
import { texts, assigneeTexts } from './texts.ts';

interface AssigneeProps {
  lead: Lead;
  /** Called with the new lead at once, and with the old one if the server refuses. */
  onChange?: ((lead: Lead) => void) | undefined;
}

/** A name may have 40 letters; the reader's bar has no space for them. */
const maxShown = 18;

const idOf = (person: Person | null | undefined): string | null => person?.id ?? null;

export function assign({ lead, onChange }: AssigneeProps, to: Person | null): void {
  const before = lead.assignee ?? null;
  if (idOf(to) === idOf(before)) return;
  onChange?.({ ...lead, assignee: to });
  const save = (person: Person | null) => updateLead(lead.id, { assigneeId: idOf(person) }, { shown: { assignee: person } });
  const sent = save(to).then(() => async () => void (await save(before)));
  const name = authorName(lead.redditUsername);
  void recordStep({
    sent,
    restore: async () => onChange?.(lead),
    label: to === null ? assigneeTexts.unassigned(name) : assigneeTexts.assigned(name, to.username),
  });
}

/** `a`: to the user, or from the user to nobody. Undefined where leads are nobody else's. */
export function useAssignToMe(): ((props: AssigneeProps) => void) | undefined {
  const { id, username } = useUser();
  const isTeam = useIsTeam();
  return isTeam ? (props) => assign(props, idOf(props.lead.assignee) === id ? null : { id, username }) : undefined;
}

/** Who works on a lead; nothing where the user works alone. `isLabeled`: its label is beside it. */
export function AssigneeSelect({ isLabeled = false, ...props }: AssigneeProps & { isLabeled?: boolean }) {
  const { lead } = props;
  const members = useMembers();
  const { work } = useCan();
  const isTeam = useIsTeam();
  if (!isTeam) return null;
  const current = lead.assignee ?? null;
  if (!work) {
    if (isLabeled)
      return <p className="text-14 wrap-anywhere">{current === null ? assigneeTexts.nobody : <bdi>{current.username}</bdi>}</p>;
    return current === null ? null : (
      <span className="min-w-0 truncate px-2 text-13 text-muted">
        {assigneeTexts.label}: <bdi>{current.username}</bdi>
      </span>
    );
  }
  const isListed = current === null || members.some(({ id }) => id === current.id);
  const people = isListed ? members : [{ ...current, isYou: false, role: 'member' as const }, ...members];
  // A viewer can't work on it.
  const options = people
    .filter(({ id, role }) => role !== 'viewer' || id === current?.id)
    .toSorted((one, other) => Number(other.isYou) - Number(one.isYou))
    .map(({ id, username, isYou }) => ({ value: id, label: isYou ? assigneeTexts.you : excerpt(username, maxShown) }));
  return (
    <Select
      small
      aria-label={assigneeTexts.label}
      title={current?.username}
      className={isLabeled ? 'self-start' : undefined}
      options={[{ value: 'none', label: assigneeTexts.nobody }, ...options]}
      value={current?.id ?? 'none'}
      onChange={(value) => assign(props, people.find(({ id }) => id === value) ?? null)}
    />
  );
}

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
