import { Check } from 'lucide-react';
import { mutate } from 'swr';
import { leadStages, type Lead, type LeadStage, leadRoutes, type LeadUpdate } from '#shared/leads.ts';
import type { DismissReason } from '#shared/posts.ts';
import { offerFollowUp } from '#web/features/follow-ups/follow-up-actions.ts';
import { triage } from '#web/features/inbox/actions/triage.ts';
import { forgetUnsent, recordStep, sendWhenReachable } from '#web/features/inbox/actions/undo.ts';
import type { BulkAction } from '#web/features/inbox/texts.ts';
import type { Change } from '#web/lib/kept-store.ts';
import { call, markStale, pathOf } from '#web/lib/api.ts';
import { authorName } from '#web/lib/format.ts';
import { useCan } from '#web/lib/session.tsx';
import { cx } from '#web/ui/class-names.ts';
import { Select } from '#web/ui/field.tsx';
import { texts } from './texts.ts';
import { stageLabels, listTexts } from './list-texts.ts';

interface UpdateOptions {
  shown?: Partial<Lead>;
  /** What is kept of it while it waits for the network. */
  waiting?: Change;
}

const waitingUpdate = (id: string, body: LeadUpdate, { shown, label }: { shown: Partial<Lead>; label: string }): Change => ({
  requests: [{ method: 'PATCH', path: pathOf(leadRoutes.get, { params: { id } }), body }],
  effect: { lead: { id, change: shown } },
  label,
});

/** Optimistic: `shown` is what the lead shows at once beside the change. Rolls back and rejects if the server refuses. */
export async function updateLead(id: string, change: LeadUpdate, { shown = {}, waiting }: UpdateOptions = {}): Promise<Lead> {
  const params = { id };
  const key = pathOf(leadRoutes.get, { params });
  let before: Lead | undefined;
  const changed = (lead: Lead | undefined): Lead | undefined => {
    before = lead;
    return lead && { ...lead, ...change, ...shown };
  };
  await mutate(key, changed, { revalidate: false });
  try {
    const send = () => call(leadRoutes.update, { params, body: change }, { keepalive: change.notes === undefined });
    // Notes say beside their field whether they are saved.
    const updated = await (change.notes === undefined ? sendWhenReachable(send, waiting) : send());
    await mutate(key, updated, { revalidate: false });
    markStale(['/dashboard', `${key}/timeline`]);
    return updated;
  } catch (error) {
    await mutate(key, before, { revalidate: false });
    throw error;
  }
}

interface LeadTriage {
  action: BulkAction;
  reason?: DismissReason | undefined;
  /** Restores the screen after an undo, or if the server refuses. */
  restore?: () => Promise<unknown>;
}

/** An action on all posts of one lead, outside the list. */
export const triageLead = ({ posts }: Pick<Lead, 'posts'>, step: LeadTriage): Promise<void> =>
  triage({ ...step, postIds: posts.map(({ id }) => id), count: 1, noun: listTexts.noun });

interface StageProps {
  lead: Lead;
  /** Called with the new lead at once, and with the old one if the server refuses. */
  onChange?: (lead: Lead) => void;
}

export function setStage({ lead, onChange }: StageProps, stage: LeadStage): void {
  if (stage === lead.stage) return;
  onChange?.({ ...lead, stage });
  const labelOf = (to: LeadStage) => texts.moved(authorName(lead.redditUsername), stageLabels[to]);
  const waitingFor = (to: LeadStage) => waitingUpdate(lead.id, { stage: to }, { shown: { stage: to }, label: labelOf(to) });
  const waiting = waitingFor(stage);
  const update = async () => {
    await updateLead(lead.id, { stage }, { waiting });
    return async () => void (await updateLead(lead.id, { stage: lead.stage }, { waiting: waitingFor(lead.stage) }));
  };
  const restore = async () => {
    forgetUnsent(waiting);
    onChange?.(lead);
  };
  const saved = recordStep({ sent: update(), restore, label: labelOf(stage) });
  void saved.then((isSaved) => isSaved && stage === 'contacted' && offerFollowUp(lead));
}

export function StageSelect(props: StageProps) {
  const { work } = useCan();
  return (
    <Select
      small
      disabled={!work}
      aria-label={texts.stage}
      className="flex-none"
      options={leadStages.map((value) => ({ value, label: stageLabels[value] }))}
      value={props.lead.stage}
      onChange={(stage) => setStage(props, stage)}
    />
  );
}

const steps = leadStages.filter((stage) => stage !== 'lost');

/** New to won in order; "lost" stands apart because it can follow any stage. */
export function StageBar(props: StageProps) {
  const { stage } = props.lead;
  const { work } = useCan();
  const reached = steps.indexOf(stage as (typeof steps)[number]);
  return (
    <fieldset
      aria-label={texts.stage}
      className="flex min-w-0 flex-none gap-1 overflow-x-auto border-b border-line px-6 py-2 [scrollbar-width:none] max-md:px-4"
    >
      {leadStages.map((step) => {
        const isReached = step !== 'lost' && steps.indexOf(step) <= reached;
        const isHere = step === stage;
        return (
          <button
            key={step}
            type="button"
            aria-pressed={isHere}
            disabled={!work}
            onClick={() => setStage(props, step)}
            className={cx(
              'flex h-control-sm min-w-22 flex-1 items-center justify-center gap-1.5 rounded-md border px-2 text-12 font-medium whitespace-nowrap transition-colors',
              isHere
                ? step === 'lost'
                  ? 'border-control bg-sunken text-text'
                  : 'border-primary bg-primary text-primary-foreground'
                : isReached
                  ? 'border-primary-line bg-primary-soft text-primary'
                  : 'border-border text-muted hover:border-control hover:text-text',
            )}
          >
            {isReached && !isHere ? <Check aria-hidden className="size-3.5" /> : null}
            {stageLabels[step]}
          </button>
        );
      })}
    </fieldset>
  );
}
