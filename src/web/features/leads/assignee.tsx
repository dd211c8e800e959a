import type { Person } from '#shared/common.ts';
import type { Lead } from '#shared/leads.ts';
import { recordStep } from '#web/features/inbox/actions/undo.ts';
import { useMembers } from '#web/features/workspaces/use-members.ts';
import { authorName, excerpt } from '#web/lib/format.ts';
import { useCan, useIsTeam, useUser } from '#web/lib/session.tsx';
import { Select } from '#web/ui/field.tsx';
import { updateLead } from './stage.tsx';
import { assigneeTexts as texts } from './texts.ts';

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
    label: to === null ? texts.unassigned(name) : texts.assigned(name, to.username),
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
    if (isLabeled) return <p className="text-14 wrap-anywhere">{current === null ? texts.nobody : <bdi>{current.username}</bdi>}</p>;
    return current === null ? null : (
      <span className="min-w-0 truncate px-2 text-13 text-muted">
        {texts.label}: <bdi>{current.username}</bdi>
      </span>
    );
  }
  const isListed = current === null || members.some(({ id }) => id === current.id);
  const people = isListed ? members : [{ ...current, isYou: false, role: 'member' as const }, ...members];
  // A viewer can't work on it.
  const options = people
    .filter(({ id, role }) => role !== 'viewer' || id === current?.id)
    .toSorted((one, other) => Number(other.isYou) - Number(one.isYou))
    .map(({ id, username, isYou }) => ({ value: id, label: isYou ? texts.you : excerpt(username, maxShown) }));
  return (
    <Select
      small
      aria-label={texts.label}
      title={current?.username}
      className={isLabeled ? 'self-start' : undefined}
      options={[{ value: 'none', label: texts.nobody }, ...options]}
      value={current?.id ?? 'none'}
      onChange={(value) => assign(props, people.find(({ id }) => id === value) ?? null)}
    />
  );
}
