import { Undo2 } from 'lucide-react';
import { useId } from 'react';
import type { Preview } from '#shared/campaigns.ts';
import {
  type ComponentName,
  componentNames,
  defaultWeights,
  leadMinimum,
  usualLeadThreshold,
  type Weights,
  type Components,
  learnedEffect,
} from '#shared/scoring.ts';
import { t } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { Delta } from '#web/ui/facts.tsx';
import { Slider } from '#web/ui/field.tsx';
import { More } from '#web/ui/more.tsx';
import { Section } from '#web/ui/page.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { Score } from '#web/ui/score.tsx';
import { type EditorPartProps, emptyInput } from './draft.ts';
import { editorTexts as texts, componentHints, componentLabels } from './texts.ts';

/** The score before caps, 0 to 100: the weighted mean of the known components. Null when none is known. */
export function plainScore(components: Components, weights: Weights): number | null {
  let sum = 0;
  let max = 0;
  for (const name of componentNames) {
    const value = components[name];
    if (value === null) continue;
    sum += value * weights[name];
    max += weights[name];
  }
  return max === 0 ? null : (100 * sum) / max;
}

interface Scored {
  components: Components;
  /** The score with the current weights, caps applied. */
  confidence: number;
  /** Points learned from feedback; independent of the weights. */
  learnedPoints: number;
}
interface Ranked<T> {
  item: T;
  score: number;
  /** Positions gained (positive) or lost compared with the current weights. */
  moved: number;
}

/**
 * Ranks the items by other weights. The API doesn't say whether a cap (a seller, a solved thread) limits an item,
 * but a score below the sum of its components shows it.
 */
export function rerank<T extends Scored>(items: readonly T[], inForce: Weights, wanted: Weights): Ranked<T>[] {
  const before = items
    .map((item, index) => ({ index, score: item.confidence, exact: scoreUnder(item, inForce, inForce).exact }))
    .toSorted((a, b) => b.score - a.score || b.exact - a.exact);
  const rankBefore = new Map(before.map(({ index }, rank) => [index, rank]));
  return items
    .map((item, index) => ({ item, index, ...scoreUnder(item, inForce, wanted) }))
    .toSorted((a, b) => b.score - a.score || b.exact - a.exact)
    .map(({ item, index, score }, rank) => ({ item, score, moved: (rankBefore.get(index) ?? rank) - rank }));
}

function scoreUnder(item: Scored, inForce: Weights, wanted: Weights): { score: number; exact: number } {
  const learned = (weights: Weights): number => {
    const max = plainScore({ ...item.components, recency: 1 }, weights) ?? 0;
    return Math.max(0, (plainScore(item.components, weights) ?? 0) + learnedEffect(item.learnedPoints, max));
  };
  const now = learned(inForce);
  const exact = learned(wanted);
  const cap = Math.round(now) > item.confidence ? item.confidence : 100;
  return { score: Math.round(Math.min(exact, cap)), exact };
}

const whole = 100;

/** Sets one weight to `points` of 100 and scales the others so that the sum stays 100. */
export function setWeight(weights: Weights, changed: keyof Weights, points: number): Weights {
  const share = Math.min(whole, Math.max(0, points)) / whole;
  const others = componentNames.filter((name) => name !== changed);
  const rest = others.reduce((sum, name) => sum + weights[name], 0);
  const scaled = others.map((name) => [name, rest === 0 ? (1 - share) / others.length : (weights[name] * (1 - share)) / rest] as const);
  return { ...weights, ...Object.fromEntries(scaled), [changed]: share };
}

/** Whole points that add up to exactly 100 (largest remainder method). */
export function pointsOfWeights(weights: Weights): Record<keyof Weights, number> {
  const sum = componentNames.reduce((total, name) => total + weights[name], 0) || 1;
  const exact = componentNames.map((name) => ({ name, value: (whole * weights[name]) / sum }));
  const missing = whole - exact.reduce((total, { value }) => total + Math.floor(value), 0);
  const first = new Set(
    exact
      .toSorted((a, b) => (b.value % 1) - (a.value % 1))
      .slice(0, missing)
      .map(({ name }) => name),
  );
  return Object.fromEntries(exact.map(({ name, value }) => [name, Math.floor(value) + (first.has(name) ? 1 : 0)])) as Record<
    keyof Weights,
    number
  >;
}

export type ScoredPost = Preview['best'][number];

interface EditorWeightsProps extends EditorPartProps {
  /** Scored with the saved weights. */
  best: readonly ScoredPost[];
  saved: Weights;
}

const thresholds = ['postFloor', 'leadThreshold', 'leadsPerDay'] as const;
const defaults = pointsOfWeights(defaultWeights);

/** Sliders for the seven score components, with a live preview of the ranking. */
export function EditorWeights({ draft, onChange, errors, best, saved }: EditorWeightsProps) {
  const points = pointsOfWeights(draft.weights);
  const set = (name: ComponentName, value: number) => onChange({ weights: setWeight(draft.weights, name, value) });
  const isDefault = componentNames.every((name) => points[name] === defaults[name]);
  // Learning changes weights too, so that most campaigns would open ten sliders: that they differ is only said.
  const isUsual = isDefault && thresholds.every((name) => draft[name] === emptyInput[name]);
  const reset = (
    <>
      <span className="text-12 max-lg:hidden">{texts.weightsHint}</span>
      <Button variant="ghost" size="sm" icon={Undo2} disabled={isDefault} onClick={() => onChange({ weights: defaultWeights })}>
        {texts.resetWeights}
      </Button>
    </>
  );
  return (
    <More name="campaign score" label={isUsual ? texts.moreScore : texts.changedScore} forced={errors.leadThreshold !== undefined}>
      <Section title={texts.weights} aside={reset}>
        <div className="mt-3 grid gap-x-12 gap-y-8 lg:grid-cols-2">
          <div>
            {componentNames.map((name) => (
              <WeightRow key={name} name={name} points={points[name]} onChange={(value) => set(name, value)} />
            ))}
            <Thresholds draft={draft} onChange={onChange} errors={errors} />
          </div>
          <TopTen best={best} saved={saved} wanted={draft.weights} />
        </div>
      </Section>
    </More>
  );
}

function WeightRow({ name, points, onChange }: { name: ComponentName; points: number; onChange: (points: number) => void }) {
  const id = useId();
  const change = points - defaults[name];
  return (
    <div className="grid h-9 grid-cols-[104px_minmax(0,1fr)_64px] items-center gap-3 text-13 max-md:h-11 max-md:grid-cols-[92px_minmax(0,1fr)_56px]">
      <label htmlFor={id} title={componentHints[name]} className="font-medium">
        {componentLabels[name]}
      </label>
      <Slider id={id} min={0} max={60} value={Math.min(points, 60)} aria-valuetext={t('{points} of 100', { points })} onChange={onChange} />
      <output htmlFor={id} className="text-right font-medium tabular-nums">
        {change === 0 ? null : (
          <span title={texts.defaultIs(defaults[name])} className="mr-2 font-normal text-muted">
            {change > 0 ? '+' : '−'}
            {Math.abs(change)}
          </span>
        )}
        {points}
      </output>
    </div>
  );
}

interface NumberRowProps {
  label: string;
  value: number;
  min?: number;
  max?: number;
  onChange: (value: number) => void;
}

function NumberRow({ label, value, min = 0, max = 100, onChange }: NumberRowProps) {
  return (
    <label className="grid h-9 grid-cols-[136px_minmax(0,1fr)_32px] items-center gap-3 text-13 max-md:h-11">
      <span className="font-medium">{label}</span>
      <Slider value={Math.min(value, max)} min={min} max={max} onChange={onChange} />
      <output className="text-right font-medium tabular-nums">{value}</output>
    </label>
  );
}

const ways = (['best', 'threshold'] as const).map((value) => ({ value, label: texts.callingWays[value] }));
const mostOnSlider = 20;

/** Which posts are kept, and which of them are leads: the best of a day, or all from a score on. */
function Thresholds({ draft, onChange, errors }: EditorPartProps) {
  const { postFloor, leadThreshold, leadsPerDay } = draft;
  const way = leadThreshold === null ? 'best' : 'threshold';
  return (
    <div className="mt-4 border-t border-line pt-4">
      <NumberRow label={texts.postFloor} value={postFloor} onChange={(value) => onChange({ postFloor: value })} />
      <div className="grid min-h-9 grid-cols-[136px_minmax(0,1fr)] items-center gap-3 py-1 text-13 max-md:grid-cols-1 max-md:gap-1">
        <span className="font-medium">{texts.calling}</span>
        <span>
          <Segmented
            label={texts.calling}
            options={ways}
            value={way}
            onChange={(next) => onChange({ leadThreshold: next === 'best' ? null : Math.max(usualLeadThreshold, postFloor) })}
          />
        </span>
      </div>
      {leadThreshold === null ? (
        <>
          <NumberRow
            label={texts.leadsPerDay}
            value={leadsPerDay}
            min={1}
            max={mostOnSlider}
            onChange={(value) => onChange({ leadsPerDay: value })}
          />
          <p className="mt-1 text-12 text-muted">{texts.bestHint(leadMinimum)}</p>
        </>
      ) : (
        <NumberRow label={texts.leadThreshold} value={leadThreshold} onChange={(value) => onChange({ leadThreshold: value })} />
      )}
      {errors.leadThreshold ? (
        <p role="alert" className="mt-1 text-12 font-medium text-bad">
          {errors.leadThreshold}
        </p>
      ) : null}
    </div>
  );
}

function TopTen({ best, saved, wanted }: { best: readonly ScoredPost[]; saved: Weights; wanted: Weights }) {
  const ranked = rerank(best, saved, wanted).slice(0, 10);
  return (
    <div className="min-w-0">
      <h3 className="pb-1 text-12 font-medium text-muted">{texts.topTen}</h3>
      {ranked.length === 0 ? <p className="py-2 text-13 text-muted">{texts.topTenNone}</p> : null}
      <ol>
        {ranked.map(({ item, score, moved }, rank) => (
          <li
            key={item.fullname}
            className="grid h-9 grid-cols-[20px_32px_minmax(0,1fr)_40px] items-center gap-x-3 border-b border-line text-13 last:border-b-0"
          >
            <span className="text-right text-12 text-muted tabular-nums">{rank + 1}</span>
            <Score value={score} />
            <bdi className="truncate">{item.title}</bdi>
            <span className="text-right">
              <Delta value={moved} />
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
