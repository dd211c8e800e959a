import { BookOpen, CircleAlert } from 'lucide-react';
import { campaignLimits, type Preview } from '#shared/campaigns.ts';
import type { RuleYield } from '#shared/learning.ts';
import type { RuleError } from '#shared/rules.ts';
import { fullNumber } from '#web/lib/format.ts';
import { t } from '#web/lib/language.ts';
import { useOpenPart } from '#web/lib/open-parts.ts';
import { Button } from '#web/ui/button.tsx';
import { ChipInput } from '#web/ui/chip-input.tsx';
import { cx } from '#web/ui/class-names.ts';
import { Field } from '#web/ui/field.tsx';
import { MoreButton } from '#web/ui/more.tsx';
import { Section } from '#web/ui/page.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { RuleEditor } from '#web/ui/rule-editor.tsx';
import { type EditorPartProps, editLines, rulesOfLines, textOfLines, withRule } from './draft.ts';
import { learningTexts } from './learning-texts.ts';
import { Suggestions } from './editor-streams.tsx';
import { editorTexts as texts } from './texts.ts';

interface EditorRulesProps extends EditorPartProps {
  mistakes: readonly RuleError[];
  /** What the saved rules found so far; undefined for a new campaign. */
  yields?: readonly RuleYield[] | undefined;
  /** Suggested rules that would find more. */
  offered?: Preview['suggestions']['rules'] | undefined;
}

const noYields: readonly RuleYield[] = [];
const noOffers: Preview['suggestions']['rules'] = [];

export function EditorRules({ draft, onChange, errors, mistakes, yields = noYields, offered = noOffers }: EditorRulesProps) {
  const { rules } = draft;
  /** Read only until then, so that a campaign with many rules isn't a wall of fields. */
  const [isScoring, setScoring] = useOpenPart('campaign minimum scores');
  const faulty = new Set(mistakes.map(({ line }) => line)).size;
  const inUse = rulesOfLines(rules).length - faulty;
  const yieldOf = (text: string) => yields.find((known) => known.text === text.trim());
  const suggestions = offered
    .filter(({ text, fresh }) => fresh > 0 && !rules.some((rule) => rule.text.trim() === text))
    .map(({ text, fresh, why }) => ({ text, why, yield: texts.fresh(fresh) }));
  const setScore = (line: number, text: string) => {
    const score = Number.parseInt(text, 10);
    const minScore = Number.isNaN(score) ? undefined : Math.min(100, Math.max(0, score));
    onChange({ rules: rules.map((rule, index) => (index === line - 1 ? { ...rule, minScore } : rule)) });
  };
  return (
    <Section title={texts.rules} aside={<RuleHelp />} bare>
      <p className="mb-3 text-13 text-muted">{texts.rulesHint}</p>
      <RuleEditor
        label={texts.rules}
        placeholder={texts.rulesPlaceholder}
        value={textOfLines(rules)}
        errors={mistakes}
        pausedLines={rules.flatMap(({ text }, index) => (yieldOf(text)?.pausedSince ? [index + 1] : []))}
        onChange={(text) => onChange({ rules: editLines(rules, text) })}
        aside={{
          heading: <AsideHeading hasYields={yields.length > 0} />,
          render: (line) => (
            <>
              <YieldCell found={yieldOf(rules[line - 1]?.text ?? '')} />
              {isScoring ? (
                <input
                  aria-label={texts.minScoreOf(line)}
                  inputMode="numeric"
                  placeholder="–"
                  value={rules[line - 1]?.minScore ?? ''}
                  onChange={(event) => setScore(line, event.target.value)}
                  className="h-6 w-12 rounded-sm bg-transparent text-right text-12 text-text tabular-nums placeholder:text-muted hover:bg-hover focus:bg-surface focus:outline-2 focus:outline-ring max-md:h-9"
                />
              ) : (
                <span className="inline-block w-12 text-right tabular-nums">{rules[line - 1]?.minScore ?? '–'}</span>
              )}
            </>
          ),
        }}
      />
      {faulty > 0 ? (
        <p className="mt-2 flex gap-1.5 text-12 font-medium text-bad">
          <CircleAlert aria-hidden className="mt-px size-3.5" />
          {texts.ruleMistakes(faulty, Math.max(0, inUse))}
        </p>
      ) : null}
      <div className="mt-3">
        <Suggestions mono label={texts.wouldMatch} suggestions={suggestions} onAdd={(text) => onChange({ rules: withRule(rules, text) })} />
      </div>
      <div className="mt-4">
        <Field label={texts.excludes} hint={texts.excludesHint} error={errors.excludes}>
          <ChipInput
            values={draft.excludes}
            max={campaignLimits.excludes}
            placeholder={texts.addWord}
            onChange={(excludes) => onChange({ excludes })}
          />
        </Field>
      </div>
      <div className="mt-4">
        <MoreButton label={texts.moreRules} isShown={isScoring} onPress={() => setScoring(!isScoring)} />
      </div>
    </Section>
  );
}

function AsideHeading({ hasYields }: { hasYields: boolean }) {
  return (
    <>
      {hasYields ? <span className="mr-4 max-md:hidden">{learningTexts.found}</span> : null}
      {texts.minScore}
    </>
  );
}

/** Hidden on phones, where it doesn't fit; the Learning tab shows it too. */
function YieldCell({ found }: { found: RuleYield | undefined }) {
  if (!found) return null;
  const label = found.pausedSince ? learningTexts.inEditor : fullNumber(found.matched);
  return <span className={cx('mr-4 max-md:hidden', found.pausedSince && 'text-warn')}>{label}</span>;
}

const examples = [
  ['invoice tool', t('both words')],
  ['"late payment"', t('these words side by side')],
  ['tool OR app', t('one of them')],
  ['invoice NOT template', t('or: invoice -template')],
  ['(tool OR app) invoice', t('groups')],
  ['invoic*', t('every word that begins so')],
  ['title:deposit', t('only in the title; also body, author, subreddit, flair, site, lang')],
  ['type:comment', t('only comments; or type:post')],
] as const;

function RuleHelp() {
  return (
    <Popover
      label={texts.ruleHelp}
      align="end"
      className="w-96"
      trigger={
        <Button variant="ghost" size="sm" icon={BookOpen}>
          {texts.ruleHelp}
        </Button>
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2 text-13">
        {examples.map(([rule, words]) => (
          <div key={rule} className="col-span-2 grid grid-cols-subgrid">
            <dt>
              <code>{rule}</code>
            </dt>
            <dd className="text-soft-text">{words}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}
