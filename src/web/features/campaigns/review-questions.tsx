import { useEffect, useRef, useState } from 'react';
import { answerLimits, type Proposal } from '#shared/campaigns.ts';
import { type CustomerLanguage, customerLanguages, languageName } from '#shared/languages.ts';
import { uiLanguage } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { ChipInput } from '#web/ui/chip-input.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field, Select, FailureAlert } from '#web/ui/field.tsx';
import { reasonOf, type Wish } from './proposal.ts';
import { reviewTexts as texts } from './texts.ts';

/** What a proposal takes from the user besides the description. */
export type Answers = Pick<Wish, 'language' | 'trades' | 'regions' | 'competitors'>;

interface ReviewQuestionsProps {
  proposal: Proposal;
  answers: Answers;
  /** Whether a new proposal would replace changes of the user. */
  isDirty: boolean;
  isBusy: boolean;
  failure: string | null;
  /** Makes the proposal again with these answers. */
  onAnswer: (answers: Answers) => Promise<void>;
}

/** Asks what the description leaves open: the trade, the customers' language, where they are, and with whom the user competes. */
export function ReviewQuestions({ proposal, answers, isDirty, isBusy, failure, onAnswer }: ReviewQuestionsProps) {
  const [asked, setAsked] = useState<{ answers: Answers; end: (isWanted: boolean) => void } | null>(null);
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure !== null) alert.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);
  /** Resolves to whether the answer is taken. */
  const answer = async (next: Answers): Promise<boolean> => {
    // During a request, the user has agreed already.
    if (isDirty && !isBusy) return new Promise((end) => setAsked({ answers: next, end }));
    void onAnswer(next);
    return true;
  };
  const shown = { ...answers, ...asked?.answers };
  const isAsked = (question: 'regions' | 'competitors') => answers[question] !== undefined || proposal.questions.includes(question);
  return (
    <div className="flex min-w-0 flex-col gap-5">
      {proposal.trades.length > 0 ? (
        <Trades trades={proposal.trades} chosen={shown.trades} onChoose={(trades) => void answer({ trades })} />
      ) : null}
      <Language
        proposal={proposal}
        chosen={shown.language}
        // Each language has trades of its own.
        onChoose={(language) => void answer({ language, trades: undefined })}
      />
      {isAsked('regions') ? (
        <Field label={texts.regions} hint={texts.regionsHint}>
          <ChipInput
            values={shown.regions ?? proposal.draft.regions}
            max={answerLimits.regions}
            placeholder={texts.regionsPlaceholder}
            onChange={(regions) => answer({ regions })}
          />
        </Field>
      ) : null}
      {isAsked('competitors') ? (
        <Field label={texts.competitors} hint={texts.competitorsHint}>
          <ChipInput
            values={shown.competitors ?? []}
            max={answerLimits.competitors}
            placeholder={texts.competitorsPlaceholder}
            onChange={(competitors) => answer({ competitors })}
          />
        </Field>
      ) : null}
      <FailureAlert
        ref={alert}
        // Above the bar at the bottom.
        className="scroll-mb-20"
        failure={failure}
        action={
          <Button variant="outline" size="sm" onClick={() => void answer({})}>
            {texts.tryAgain}
          </Button>
        }
      />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => {
          asked?.end(false);
          setAsked(null);
        }}
        title={texts.againTitle}
        description={texts.againText}
        confirmLabel={texts.againConfirm}
        onConfirm={() => {
          asked?.end(true);
          return asked ? onAnswer(asked.answers) : undefined;
        }}
      />
    </div>
  );
}

interface TradesProps {
  trades: Proposal['trades'];
  /** By the user; otherwise by the text. */
  chosen: readonly string[] | undefined;
  onChoose: (ids: string[]) => void;
}

function Trades({ trades, chosen = trades.filter(({ isChosen }) => isChosen).map(({ id }) => id), onChoose }: TradesProps) {
  const toggle = (id: string) =>
    onChoose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id].slice(-answerLimits.trades));
  return (
    <fieldset>
      <legend className="mb-1.5 text-13 font-medium">{texts.trades}</legend>
      <div className="flex flex-wrap gap-2">
        {trades.map(({ id, name }) => (
          <Chip key={id} look={chosen.includes(id) ? 'on' : 'rest'} aria-pressed={chosen.includes(id)} onClick={() => toggle(id)}>
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

interface LanguageProps extends Pick<ReviewQuestionsProps, 'proposal'> {
  /** By the user; otherwise by the text. */
  chosen: CustomerLanguage | undefined;
  onChoose: (language: CustomerLanguage) => void;
}

function Language({ proposal: { language, reasons }, chosen, onChoose }: LanguageProps) {
  const reason = reasonOf(reasons, 'languages');
  return (
    <Field label={texts.language} hint={language === null ? undefined : reason} warning={language === null ? reason : undefined}>
      <Select
        className="self-start"
        placeholder={texts.chooseLanguage}
        options={customerLanguages.map((value) => ({ value, label: languageName(value, uiLanguage) }))}
        value={chosen ?? language ?? ''}
        onChange={onChoose}
      />
    </Field>
  );
}
