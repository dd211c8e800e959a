import { RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import type { CampaignInput, Proposal } from '#shared/campaigns.ts';
import { ApiError } from '#web/lib/api.ts';
import { LeaveGuard } from '#web/lib/leave-guard.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { DescribeField } from './describe-form.tsx';
import { acceptProposal, entryText, partOf, proposedLists, reasonOf, withEntry, type ProposedList } from './proposal.ts';
import { editorTexts, texts } from './texts.ts';

interface SmartFormProps {
  onCreate: (draft: CampaignInput) => Promise<void>;
}

/** Smart Manual: each suggestion has a reason and can be edited or removed. */
export function SmartForm({ onCreate }: SmartFormProps) {
  const [proposal, setProposal] = useState<Proposal | null>(null);
  if (!proposal) return <DescribeField mode="smart" action={texts.propose} onProposal={setProposal} />;
  return <Review proposal={proposal} onCreate={onCreate} onAgain={() => setProposal(null)} />;
}

const listTitles: Record<ProposedList, string> = {
  painPoints: editorTexts.painPoints,
  exclusions: editorTexts.exclusions,
  regions: editorTexts.regions,
  rules: editorTexts.rules,
  excludes: editorTexts.excludes,
  subreddits: editorTexts.subreddits,
};

function Review({ proposal, onCreate, onAgain }: SmartFormProps & { proposal: Proposal; onAgain: () => void }) {
  const { reasons } = proposal;
  const [draft, setDraft] = useState(proposal.draft);
  const [dropped, setDropped] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const toggle = (part: string) => {
    const next = new Set(dropped);
    if (!next.delete(part)) next.add(part);
    setDropped(next);
  };
  const create = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onCreate(acceptProposal(draft, dropped));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.details.map(({ message }) => message).join(' ') || error.message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void create();
      }}
    >
      <LeaveGuard isDirty={draft !== proposal.draft || dropped.size > 0} />
      <p className="mb-6 text-muted">{texts.proposedLead}</p>
      <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <Field label={editorTexts.name}>
            <Input dir="auto" maxLength={120} value={draft.name} onChange={(event) => setDraft({ ...draft, name: event.target.value })} />
          </Field>
          <Field label={editorTexts.offering} hint={reasonOf(reasons, 'offering')}>
            <Textarea
              dir="auto"
              rows={4}
              value={draft.offering}
              onChange={(event) => setDraft({ ...draft, offering: event.target.value })}
            />
          </Field>
          <Field label={editorTexts.idealCustomer} hint={reasonOf(reasons, 'idealCustomer')}>
            <Textarea
              dir="auto"
              rows={3}
              value={draft.idealCustomer}
              onChange={(event) => setDraft({ ...draft, idealCustomer: event.target.value })}
            />
          </Field>
        </div>
        {proposedLists
          .filter((name) => draft[name].length > 0)
          .map((name) => (
            <Section key={name} title={listTitles[name]}>
              <ul>
                {draft[name].map((_, index) => {
                  const part = partOf(name, index);
                  return (
                    <Entry
                      key={part}
                      text={entryText(draft, name, index)}
                      why={reasonOf(reasons, part)}
                      isMono={name === 'rules'}
                      isDropped={dropped.has(part)}
                      label={`${listTitles[name]} ${String(index + 1)}`}
                      onChange={(text) => setDraft(withEntry(draft, name, { index, text }))}
                      onToggle={() => toggle(part)}
                    />
                  );
                })}
              </ul>
            </Section>
          ))}
      </div>
      {failure ? (
        <Note tone="bad" className="mt-6">
          {failure}
        </Note>
      ) : null}
      <div className="sticky bottom-0 z-5 -mx-8 mt-10 -mb-16 flex justify-end gap-2 border-t bg-surface px-8 py-3 max-md:-mx-4 max-md:-mb-12 max-md:px-4">
        <Button variant="ghost" onClick={onAgain}>
          {texts.again}
        </Button>
        <Button type="submit" busy={isBusy}>
          {texts.build}
        </Button>
      </div>
    </form>
  );
}

interface EntryProps {
  text: string;
  why: string | undefined;
  label: string;
  isMono: boolean;
  isDropped: boolean;
  onChange: (text: string) => void;
  onToggle: () => void;
}

function Entry({ text, why, label, isMono, isDropped, onChange, onToggle }: EntryProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 border-b border-line py-1.5 last:border-b-0">
      <div className="min-w-0">
        <textarea
          dir="auto"
          rows={1}
          aria-label={label}
          value={text}
          disabled={isDropped}
          onChange={(event) => onChange(event.target.value.replaceAll('\n', ' '))}
          className={cx(
            'field-text block field-sizing-content w-full resize-none rounded-sm bg-transparent py-1 text-14 hover:bg-hover focus:bg-surface focus:outline-2 focus:outline-offset-2 focus:outline-ring disabled:text-muted disabled:line-through max-md:min-h-10',
            isMono && 'font-mono text-13!',
          )}
        />
        {why ? <p className="text-12 text-muted">{isDropped ? texts.dropped : why}</p> : null}
      </div>
      <IconButton small label={isDropped ? texts.restore : texts.drop(text)} icon={isDropped ? RotateCcw : X} onClick={onToggle} />
    </li>
  );
}
