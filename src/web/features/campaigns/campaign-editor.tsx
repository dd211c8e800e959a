import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type CampaignInput, campaignInputSchema, type CampaignUpdate } from '#shared/campaigns.ts';
import type { RuleYield } from '#shared/learning.ts';
import { ApiError, messageOf, detailsOf, useAction } from '#web/lib/failure.ts';
import { checkFields, fieldErrorsOf } from '#web/lib/form.ts';
import { LeaveGuard } from '#web/lib/leave-guard.tsx';
import { draftOwner, useUser } from '#web/lib/session.tsx';
import { unsaved } from '#web/lib/unsaved.ts';
import { Button } from '#web/ui/button.tsx';
import { FormFailure } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { type CampaignDraft, changesOf, inputOf, textOfLines, usableRules, draftOf, draftOfText, textOfDraft } from './draft.ts';
import { DryRun } from './dry-run.tsx';
import { EditorAbout } from './editor-about.tsx';
import { EditorRules } from './editor-rules.tsx';
import { EditorStreams } from './editor-streams.tsx';
import { EditorWeights, type ScoredPost } from './editor-weights.tsx';
import { editorTexts as texts, fieldLabels } from './texts.ts';
import { usePreview, useRuleCheck } from './use-preview.ts';

/** The draft of a campaign. Unsaved changes are kept under `draftKey`, across reloads and sessions. */
function useUnsavedDraft(draftKey: string, saved: CampaignInput) {
  const owner = draftOwner(useUser());
  const [restored] = useState(() => draftOfText(saved, unsaved.read(owner, draftKey)));
  const [draft, setDraft] = useState(restored ?? (() => draftOf(saved)));
  const [isBack, setBack] = useState(restored !== null);
  const forget = () => {
    unsaved.forget(owner, draftKey);
    setBack(false);
  };
  return {
    draft,
    /** Whether the draft was restored from an earlier visit. */
    isBack,
    edit: (next: CampaignDraft) => {
      setDraft(next);
      unsaved.keep(owner, draftKey, textOfDraft(saved, next));
    },
    forget,
    discard: () => {
      forget();
      setDraft(draftOf(saved));
    },
  };
}

/** Says that the draft of an earlier visit is back. */
function BackNote({ onDiscard }: { onDiscard: () => void }) {
  const action = (
    <Button variant="outline" size="sm" onClick={onDiscard}>
      {texts.discardBack}
    </Button>
  );
  return (
    <Note action={action} className="mb-8">
      {texts.isBack}
    </Note>
  );
}

interface CampaignEditorProps {
  /** Key under which unsaved changes are kept. */
  draftKey: string;
  saved: CampaignInput;
  isNew: boolean;
  /** The campaign's best posts, scored with the saved weights: the preview of other weights re-ranks them. */
  kept?: readonly ScoredPost[] | undefined;
  /** What the saved rules found so far. */
  yields?: readonly RuleYield[] | undefined;
  /** The dry run doesn't include sample posts. */
  isSample?: boolean;
  /** Shows it without what changes it. */
  isReadOnly?: boolean;
  /** Receives all fields, and the ones that changed. */
  onSave: (input: CampaignInput, changes: CampaignUpdate) => Promise<void>;
}

function checkDraft(input: CampaignInput): Record<string, string> {
  const checked = checkFields(campaignInputSchema, input);
  const errors = 'errors' in checked ? checked.errors : {};
  return input.leadThreshold !== null && input.leadThreshold < input.postFloor
    ? { ...errors, leadThreshold: texts.thresholdOrder }
    : errors;
}

export function CampaignEditor({
  draftKey,
  saved,
  isNew,
  kept,
  yields,
  isSample = false,
  isReadOnly = false,
  onSave,
}: CampaignEditorProps) {
  const mine = useUnsavedDraft(draftKey, saved);
  const { draft } = mine;
  const [errors, setErrors] = useState<Record<string, string>>({});
  const form = useRef<HTMLFormElement>(null);
  const findInvalid = () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const { isBusy: isSaving, failure, setFailure, start } = useAction((error) => (findInvalid() ? messageOf(error) : detailsOf(error)));

  const { mistakes, isChecked } = useRuleCheck(textOfLines(draft.rules));
  const faulty = new Set(mistakes.map(({ line }) => line));
  // Pause and resume set the status, even while this form is open.
  const input = { ...inputOf(draft), status: saved.status };
  const changes = changesOf(saved, input);
  const changed = Object.keys(changes) as (keyof CampaignInput)[];
  const usable = { ...input, rules: usableRules(draft.rules, faulty) };
  const preview = usePreview(usable, { isReady: isChecked });
  const savedPreview = usePreview(saved, { delay: 0 });
  const unweighted = usePreview({ ...usable, weights: saved.weights }, { isReady: isChecked });

  const change = (next: Partial<CampaignDraft>) => {
    mine.edit({ ...draft, ...next });
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !((name.split('.')[0] ?? '') in next))));
  };
  const fail = (found: Record<string, string>) => {
    flushSync(() => setErrors(found));
    const field = findInvalid();
    const [first] = Object.values(found);
    if (field) field.focus();
    else if (first !== undefined) setFailure(first);
  };
  const save = async () => {
    const found = checkDraft(input);
    if (Object.keys(found).length > 0) return fail(found);
    await start(async () => {
      await onSave(input, changes).catch((error: unknown) => {
        if (error instanceof ApiError) fail(fieldErrorsOf(error.details));
        throw error;
      });
      mine.forget();
    });
  };
  const discard = () => {
    mine.discard();
    setErrors({});
  };
  const part = { draft, onChange: change, errors };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSaving && faulty.size === 0) void save();
      }}
    >
      <LeaveGuard isDirty={changed.length > 0 && !isSaving} onDiscard={discard} />
      {mine.isBack ? <BackNote onDiscard={discard} /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_376px]">
        <div className="flex min-w-0 flex-col gap-10">
          <EditorAbout {...part} />
          <EditorRules {...part} mistakes={mistakes} yields={yields} offered={preview.data?.suggestions.rules} />
          <EditorStreams {...part} found={preview.data} />
        </div>
        {isReadOnly ? null : (
          <DryRun
            preview={preview.data}
            error={preview.error}
            isSettling={preview.isSettling}
            onRetry={() => void preview.mutate()}
            savedLeads={isNew ? null : (savedPreview.data?.leads ?? null)}
            rules={usable.rules}
            isSample={isSample}
            tried={isSample ? undefined : { input: usable, isReady: isChecked }}
          />
        )}
      </div>
      <div className="mt-10">
        <EditorWeights {...part} best={kept && kept.length > 0 ? kept : (unweighted.data?.best ?? [])} saved={saved.weights} />
      </div>
      <FormFailure form={{ failure }} className="mt-6" />
      {isReadOnly ? null : (
        <SaveBar
          changed={changed}
          isNew={isNew}
          isSaving={isSaving}
          isBlocked={faulty.size > 0}
          findings={preview.data && preview.data.considered > 0 ? texts.findings(preview.data.matched, preview.data.leads) : ''}
          onDiscard={discard}
        />
      )}
    </form>
  );
}

interface SaveBarProps {
  changed: readonly (keyof CampaignInput)[];
  isNew: boolean;
  isSaving: boolean;
  /** A rule has an error. */
  isBlocked: boolean;
  /** Result of the dry run, for layouts where the panel isn't in view. */
  findings: string;
  onDiscard: () => void;
}

function SaveBar({ changed, isNew, isSaving, isBlocked, findings, onDiscard }: SaveBarProps) {
  const status = changed.length === 0 ? texts.allSaved : texts.notSaved + changed.map((name) => fieldLabels[name]).join(', ');
  return (
    <div className="sticky bottom-0 z-5 -mx-8 mt-10 -mb-16 flex flex-wrap items-center gap-2 border-t bg-surface px-8 py-3 max-md:-mx-4 max-md:-mb-12 max-md:px-4">
      <p className="min-w-0 flex-1 truncate text-13 text-muted">
        {isNew ? '' : status}
        <span className="xl:hidden">
          {isNew || findings === '' ? '' : ' · '}
          {findings}
        </span>
      </p>
      {changed.length > 0 && !isNew ? (
        <Button variant="ghost" onClick={onDiscard}>
          {texts.discard}
        </Button>
      ) : null}
      <Button
        type="submit"
        busy={isSaving}
        disabled={isBlocked || (!isNew && changed.length === 0)}
        title={isBlocked ? texts.fix : undefined}
      >
        {isNew ? texts.create : texts.save}
      </Button>
    </div>
  );
}
