import { useState } from 'react';
import type { Proposal } from '#shared/campaigns.ts';
import { type CustomerLanguage, customerLanguages, languageName } from '#shared/languages.ts';
import { Chip } from '#web/ui/chip.tsx';
import { ChipInput } from '#web/ui/chip-input.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { reasonOf } from './proposal.ts';
import { reviewTexts as texts } from './texts.ts';
import type { Wish } from './use-proposal.ts';

/** What a proposal takes from the user besides the description. */
export type Answers = Pick<Wish, 'language' | 'trades' | 'regions' | 'competitors'>;

interface ReviewQuestionsProps {
  proposal: Proposal;
  answers: Answers;
  /** Whether a new proposal would replace changes of the user. */
  isDirty: boolean;
  isBusy: boolean;
  error: string | null;
  /** Makes the proposal again with these answers. */
  onAnswer: (answers: Answers) => Promise<void>;
}

const maxTrades = 3;

/** Asks what the description leaves open: the trade, the customers' language, where they are, and with whom the user competes. */
export function ReviewQuestions({ proposal, answers, isDirty, isBusy, error, onAnswer }: ReviewQuestionsProps) {
  const [pending, setPending] = useState<Answers | null>(null);
  const [isAsking, setAsking] = useState(false);
  const answer = (next: Answers) => {
    if (isBusy) return;
    setPending(next);
    if (isDirty) setAsking(true);
    else void onAnswer(next);
  };
  const shown = { ...answers, ...(isBusy || isAsking ? pending : null) };
  const isAsked = (question: 'regions' | 'competitors') => answers[question] !== undefined || proposal.questions.includes(question);
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {proposal.trades.length > 0 ? <Trades proposal={proposal} onChoose={(trades) => answer({ trades })} /> : null}
      <Language
        proposal={proposal}
        chosen={isBusy || isAsking ? pending?.language : undefined}
        error={error}
        onChoose={(language) => answer({ language, ...(language === 'en' ? {} : { trades: undefined }) })}
      />
      {isAsked('regions') ? (
        <Field label={texts.regions} hint={texts.regionsHint}>
          <ChipInput
            values={shown.regions ?? proposal.draft.regions}
            max={5}
            placeholder={texts.regionsPlaceholder}
            onChange={(regions) => answer({ regions })}
          />
        </Field>
      ) : null}
      {isAsked('competitors') ? (
        <Field label={texts.competitors} hint={texts.competitorsHint}>
          <ChipInput
            values={shown.competitors ?? []}
            max={5}
            placeholder={texts.competitorsPlaceholder}
            onChange={(competitors) => answer({ competitors })}
          />
        </Field>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={texts.againTitle}
        description={texts.againText}
        confirmLabel={texts.againConfirm}
        onConfirm={() => (pending === null ? undefined : onAnswer(pending))}
      />
    </div>
  );
}

function Trades({ proposal: { trades }, onChoose }: Pick<ReviewQuestionsProps, 'proposal'> & { onChoose: (ids: string[]) => void }) {
  const chosen = trades.filter(({ isChosen }) => isChosen).map(({ id }) => id);
  const toggle = (id: string) => onChoose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id].slice(-maxTrades));
  return (
    <fieldset>
      <legend className="mb-1.5 text-13 font-medium">{texts.trades}</legend>
      <div className="flex flex-wrap gap-2">
        {trades.map(({ id, name, isChosen }) => (
          <Chip key={id} look={isChosen ? 'on' : 'rest'} aria-pressed={isChosen} onClick={() => toggle(id)}>
            {name}
          </Chip>
        ))}
        <Chip
          look={chosen.length === 0 ? 'on' : 'rest'}
          aria-pressed={chosen.length === 0}
          onClick={() => (chosen.length === 0 ? undefined : onChoose([]))}
        >
          {texts.noTrade}
        </Chip>
      </div>
      <p className="mt-1.5 text-12 text-muted">{chosen.length === 0 ? texts.tradesNeeded : texts.tradesHint}</p>
    </fieldset>
  );
}

interface LanguageProps extends Pick<ReviewQuestionsProps, 'proposal' | 'error'> {
  /** Shown until the new proposal is there. */
  chosen: CustomerLanguage | undefined;
  onChoose: (language: CustomerLanguage) => void;
}

function Language({ proposal: { language, reasons }, chosen, error, onChoose }: LanguageProps) {
  const reason = reasonOf(reasons, 'languages');
  return (
    <Field
      label={texts.language}
      hint={language === null ? undefined : reason}
      warning={language === null ? reason : undefined}
      error={error}
    >
      <Select
        className="self-start"
        placeholder={texts.chooseLanguage}
        options={customerLanguages.map((value) => ({ value, label: languageName(value) }))}
        value={chosen ?? language ?? ''}
        onChange={onChoose}
      />
    </Field>
  );
}
