import { type ReactNode, useState } from 'react';
import { type CampaignInput, campaignLimits, type Preview, type Proposal } from '#shared/campaigns.ts';
import { detailsOf, useAction } from '#web/lib/failure.ts';
import { subredditName } from '#web/lib/format.ts';
import { LeaveGuard } from '#web/lib/leave-guard.tsx';
import { tSent } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/choice.tsx';
import { Field, Input, Textarea, FormFailure } from '#web/ui/field.tsx';
import { DryRun } from './dry-run.tsx';
import {
  acceptProposal,
  besideSubreddits,
  entryText,
  hasSubreddit,
  partOf,
  placesIn,
  type ProposedList,
  reasonOf,
  usableOf,
  withAdded,
  withEntry,
  withSubreddit,
  useProposal,
  type Wish,
} from './proposal.ts';
import { type Answers, ReviewQuestions } from './review-questions.tsx';
import { type ReviewEntry, ReviewList, effectOf } from './review-list.tsx';
import { Suggestions } from './editor-streams.tsx';
import { editorTexts, reviewTexts, texts } from './texts.ts';
import { usePreview, useRuleCheck } from './use-preview.ts';

interface ReviewProps {
  /** The first proposal, and what it was made from. */
  made: { proposal: Proposal; wish: Wish };
  /** Whether the form opens for editing; otherwise a button does so. */
  startsEditable: boolean;
  /** Of the button that leads back to what it was made from. */
  again: string;
  onCreate: (draft: CampaignInput) => Promise<void>;
  onAgain: () => void;
}

/** Rules and subreddits decide what is found, so they come first. */
const listOrder: readonly ProposedList[] = ['rules', 'streams', 'painPoints', 'exclusions', 'regions', 'excludes'];

/** A proposal before it is saved: each part with its reason, and what it would have found. */
export function Review({ made, startsEditable, again: againLabel, onCreate, onAgain }: ReviewProps) {
  const [isEditable, setEditable] = useState(startsEditable);
  const { isBusy, failure, start } = useAction(detailsOf);
  const review = useReview(made.proposal);
  const { proposal, draft, setDraft, accepted, usable, preview, isFaulty } = review;
  const again = useProposal();
  const [wish, setWish] = useState(made.wish);
  const answer = (answers: Answers) => {
    const next = { ...wish, ...answers };
    setWish(next);
    return again.propose(next, review.restart);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && !isFaulty && !again.isBusy) void start(() => onCreate(accepted));
      }}
    >
      <LeaveGuard isDirty={review.isDirty} />
      <p className="mb-6 text-muted">{isEditable ? texts.proposedLead : reviewTexts.lead}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_376px]">
        <div className="flex min-w-0 flex-col gap-10">
          <ReviewQuestions
            proposal={proposal}
            answers={wish}
            isDirty={review.isDirty}
            isBusy={again.isBusy}
            failure={again.error}
            onAnswer={answer}
          />
          <div inert={again.isBusy} className="flex min-w-0 flex-col gap-10">
            <AboutFields draft={draft} reasons={proposal.reasons} isEditable={isEditable} onChange={setDraft} />
            <Lists review={review} isEditable={isEditable} />
          </div>
        </div>
        <DryRun
          preview={preview.data}
          error={preview.error}
          isSettling={preview.isSettling}
          onRetry={() => void preview.mutate()}
          savedLeads={null}
          rules={usable.rules}
          isSample={false}
          tried={{ input: usable, isReady: !preview.isSettling && !again.isBusy, isAutomatic: true }}
        />
      </div>
      <FormFailure form={{ failure }} className="mt-6" />
      <Bar findings={preview.data && preview.data.considered > 0 ? editorTexts.findings(preview.data.matched, preview.data.leads) : ''}>
        <Button variant="ghost" onClick={onAgain}>
          {againLabel}
        </Button>
        {isEditable ? null : (
          <Button variant="outline" onClick={() => setEditable(true)}>
            {reviewTexts.edit}
          </Button>
        )}
        <Button type="submit" busy={isBusy} disabled={isFaulty || again.isBusy} title={isFaulty ? editorTexts.fix : undefined}>
          {texts.build}
        </Button>
      </Bar>
    </form>
  );
}

function useReview(first: Proposal) {
  const [proposal, setProposal] = useState(first);
  const [draft, setDraft] = useState(proposal.draft);
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const accepted = acceptProposal(draft, dropped);
  const { mistakes, isChecked } = useRuleCheck(accepted.rules.map(({ text }) => text).join('\n'));
  const usable = usableOf(accepted, new Set(mistakes.map(({ line }) => line)));
  const preview = usePreview(usable, { isReady: isChecked });
  const errorOf = (name: ProposedList, index: number): string | undefined => {
    if (name !== 'rules' || dropped.has(partOf(name, index)) || draft.rules[index]?.text.trim() === '') return undefined;
    const line = draft.rules.slice(0, index + 1).filter(({ text }, at) => text.trim() !== '' && !dropped.has(partOf(name, at))).length;
    return mistakes.find((mistake) => mistake.line === line)?.message;
  };
  return {
    proposal,
    /** Replaces the proposal, with all changes to it. */
    restart: (next: Proposal) => {
      setProposal(next);
      setDraft(next.draft);
      setDropped(new Set());
    },
    draft,
    setDraft,
    accepted,
    usable,
    preview,
    isDirty: draft !== proposal.draft || dropped.size > 0,
    isFaulty: mistakes.length > 0,
    isDropped: (part: string): boolean => dropped.has(part),
    toggle: (part: string) => {
      const next = new Set(dropped);
      if (!next.delete(part)) next.add(part);
      setDropped(next);
    },
    entriesOf: (name: ProposedList): ReviewEntry[] =>
      placesIn(draft, name).map((index) => {
        const text = entryText(draft, name, index);
        const isKept = text === entryText(proposal.draft, name, index);
        return {
          index,
          text,
          why: isKept ? reasonOf(proposal.reasons, partOf(name, index)) : undefined,
          effect: effectOf(preview.data, name, text),
          error: errorOf(name, index),
          isDropped: dropped.has(partOf(name, index)),
        };
      }),
  };
}

interface ListsProps {
  review: ReturnType<typeof useReview>;
  isEditable: boolean;
}

function Lists({ review, isEditable }: ListsProps) {
  const { proposal, draft, setDraft, preview } = review;
  const beside = besideSubreddits(proposal.draft);
  return listOrder
    .filter((name) => placesIn(draft, name).length > 0 || isEditable || (name === 'streams' && beside.length > 0))
    .map((name) => (
      <ReviewList
        key={name}
        title={reviewTexts.lists[name].title}
        add={reviewTexts.lists[name].add}
        entries={review.entriesOf(name)}
        isMono={name === 'rules'}
        isEditable={isEditable}
        shownAs={(text) => (name === 'streams' ? subredditName(text) : text)}
        onChange={(index, text) => setDraft(withEntry(draft, name, { index, text }))}
        onToggle={(index) => review.toggle(partOf(name, index))}
        onAdd={() => setDraft(withAdded(draft, name))}
        footer={name === 'streams' && beside.length > 0 ? <Beside streams={beside} review={review} /> : null}
      >
        <MoreOf name={name} draft={draft} preview={preview.data} onChange={setDraft} />
      </ReviewList>
    ));
}

function Beside({ streams, review }: Pick<ListsProps, 'review'> & { streams: ReturnType<typeof besideSubreddits> }) {
  return streams.map(({ label, part }) => (
    <Switch
      key={part}
      checked={!review.isDropped(part)}
      hint={reasonOf(review.proposal.reasons, part)}
      onChange={() => review.toggle(part)}
    >
      {label}
    </Switch>
  ));
}

interface AboutFieldsProps {
  draft: CampaignInput;
  reasons: Proposal['reasons'];
  isEditable: boolean;
  onChange: (draft: CampaignInput) => void;
}

function AboutFields({ draft, reasons, isEditable, onChange }: AboutFieldsProps) {
  const set = (change: Partial<CampaignInput>) => onChange({ ...draft, ...change });
  if (!isEditable)
    return (
      <div>
        <h2 dir="auto" className="text-20 font-semibold">
          {draft.name}
        </h2>
        {draft.idealCustomer === '' ? (
          <p className="mt-1 text-muted">{reviewTexts.noCustomer}</p>
        ) : (
          <>
            <p dir="auto" className="mt-1 max-w-160">
              {draft.idealCustomer}
            </p>
            <p className="mt-0.5 text-12 text-muted">{reasonOf(reasons, 'idealCustomer')}</p>
          </>
        )}
      </div>
    );
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Field label={editorTexts.name}>
        <Input dir="auto" maxLength={campaignLimits.name} value={draft.name} onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <Field label={editorTexts.offering} hint={reasonOf(reasons, 'offering')}>
        <Textarea
          dir="auto"
          rows={3}
          maxLength={campaignLimits.offering}
          value={draft.offering}
          onChange={(event) => set({ offering: event.target.value })}
        />
      </Field>
      <Field label={editorTexts.idealCustomer} hint={reasonOf(reasons, 'idealCustomer')}>
        <Textarea
          dir="auto"
          rows={2}
          maxLength={campaignLimits.idealCustomer}
          value={draft.idealCustomer}
          onChange={(event) => set({ idealCustomer: event.target.value })}
        />
      </Field>
    </div>
  );
}

interface MoreOfProps {
  name: ProposedList;
  draft: CampaignInput;
  preview: Preview | undefined;
  onChange: (draft: CampaignInput) => void;
}

/** Suggestions of the dry run that the draft doesn't have. */
function MoreOf({ name, draft, preview, onChange }: MoreOfProps) {
  if (name !== 'streams' || !preview) return null;
  const suggestions = preview.suggestions.subreddits
    .filter((one) => !hasSubreddit(draft, one.name))
    .map((one) => ({
      text: subredditName(one.name),
      why: tSent(one.why),
      yield: one.matches === 0 ? '' : editorTexts.matches(one.matches),
    }));
  const add = (text: string) => onChange(withSubreddit(draft, text.replace(/^r\//, '')));
  return <Suggestions label={editorTexts.wouldFit} suggestions={suggestions} onAdd={add} />;
}

interface BarProps {
  /** Result of the dry run, for layouts where the panel isn't in view. */
  findings: string;
  children: ReactNode;
}

function Bar({ findings, children }: BarProps) {
  return (
    <div className="sticky bottom-0 z-5 -mx-8 mt-10 -mb-16 flex flex-wrap items-center justify-end gap-2 border-t bg-surface px-8 py-3 max-md:-mx-4 max-md:-mb-12 max-md:px-4">
      <p className="min-w-0 flex-1 truncate text-13 text-muted max-md:hidden xl:invisible">{findings}</p>
      {children}
    </div>
  );
}
