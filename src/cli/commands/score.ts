import type { Command } from 'commander';
import { systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Core } from '#core/open.ts';
import type { Explanation } from '#core/inbox/learning/service.ts';
import type { Figures } from '#core/inbox/learning/evaluate.ts';
import { leaf, noun, withCore, type Shared, idOf } from '../command.ts';
import { counted, printable, table, type Output } from '../output.ts';

const signed = (points: number): string => (points > 0 ? `+${points}` : String(points));

function showExplanation(found: Explanation): string {
  const { title, confidence, components, learned, limits, cap, evidence, matchedRules, reason, scoredBy } = found;
  const rows = components.map(({ name, value, points, max, message }) => [name, value?.toFixed(2) ?? null, points, max, message]);
  return [
    printable(title),
    `${confidence} of 100, by ${printable(scoredBy)}: ${printable(reason)}`,
    table(['component', 'value', 'points', 'max', 'why'], rows),
    learned.points === 0
      ? 'Feedback has no effect on this score.'
      : `Feedback: up to ${signed(learned.points)} points (${learned.because.map(({ what, points: own }) => `${printable(what)} ${signed(own)}`).join(', ')})`,
    limits.length > 0 ? `Capped at ${cap}: ${limits.join(' and ')}.` : 'No cap applies.',
    `Rules: ${matchedRules.map(printable).join(', ') || '–'}`,
    ...evidence.map(({ why, field, text }) => `${why} (${field}): "${printable(text)}"`),
  ].join('\n');
}

const runExplain = (id: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const found = await core.inbox.learning.explain(systemActor, idOf(id, 'Post'));
    out.result(found, () => showExplanation(found));
  });

const part = (value: number | null): string | null => value?.toFixed(3) ?? null;

const figuresRow = (name: string, { rated, right, precision, recall, ndcg }: Figures) => [
  name,
  rated,
  right,
  part(precision),
  part(recall),
  part(ndcg),
];

const scorers = ['builtin', 'ollama', 'openai'] as const;

interface EvalOptions extends Shared {
  provider?: string;
}

/** Scores every rated post again with one scorer; stored scores don't change. */
function runGrade(id: string, { provider, ...shared }: EvalOptions): Promise<void> {
  const chosen = scorers.find((name) => name === provider);
  if (!chosen) throw new AppError('invalid', `Provider must be one of: ${scorers.join(', ')}`);
  const work = async (core: Core, out: Output): Promise<void> => {
    const asked = { byModel: chosen !== 'builtin', signal: new AbortController().signal };
    const grade = await core.discovery.grade(systemActor, idOf(id, 'Campaign'), asked);
    out.result({ provider: chosen, ...grade }, () =>
      table(['scorer', 'rated', 'good', 'precision', 'recall', 'nDCG'], [figuresRow(chosen, grade)]),
    );
    const failed = grade.notAsked >= grade.rated ? grade.notAsked : grade.unreached;
    if (failed > 0)
      throw new AppError(
        'unavailable',
        `${chosen} didn't answer for ${failed} of ${counted(grade.rated, 'post')}, so their figures are those of the built-in scorer. Check it with: earshot doctor`,
      );
    if (grade.notAsked > 0)
      out.say(`${chosen} gave no usable answer about ${grade.notAsked} of them, which count with the score of the built-in scorer.`);
  };
  return withCore(shared, work, (config) => ({
    ...config,
    ai: { ...config.ai, provider: chosen },
    origins: { ...config.origins, 'ai.provider': 'file' },
  }));
}

const runEval = (id: string, { provider, ...shared }: EvalOptions) =>
  provider === undefined ? runStored(id, shared) : runGrade(id, { provider, ...shared });

const runStored = (id: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const all = await core.inbox.learning.evaluate(systemActor, idOf(id, 'Campaign'));
    const rows = all.flatMap(({ scoredBy, learned, ...plain }) => [
      figuresRow(scoredBy, plain),
      ...(learned ? [figuresRow(`${scoredBy}, with learning`, learned)] : []),
    ]);
    out.result(all, () =>
      all.length === 0
        ? 'No feedback yet. Mark posts as good or bad matches first.'
        : table(['scorer', 'rated', 'good', 'precision', 'recall', 'nDCG'], rows),
    );
  });

const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;

const runMissed = (shared: Shared) =>
  withCore(shared, async (core, out) => {
    const missed = await core.ai.models.missRate();
    out.result(missed, () =>
      missed === null
        ? 'The model checks 2% of the posts that the built-in scorer skips. None were checked in the last 30 days.'
        : `The model rates ${percent(missed.rate)} of ${missed.audited} skipped posts of the last 30 days as leads (95% interval: ${percent(missed.low)} to ${percent(missed.high)}).`,
    );
  });

export function addScoreCommands(program: Command): void {
  const score = noun(program, 'score', 'Explain and evaluate scores');
  leaf(score, {
    usage: 'explain <post>',
    about: 'Show how a post was scored: components, points, caps, and evidence',
    example: 'earshot score explain 12',
  }).action(runExplain);
  leaf(score, {
    usage: 'eval <campaign>',
    about: 'Show precision, recall, and nDCG on rated posts, with and without learning',
    example: 'earshot score eval 1 --provider ollama',
  })
    .option('--provider <name>', 'score the rated posts again with builtin, ollama, or openai (stores nothing; models use tokens)')
    .action(runEval);
  leaf(score, {
    usage: 'missed',
    about: 'Show how many of the skipped posts a model rates as leads, with the 95% interval',
    example: 'earshot score missed',
  }).action(runMissed);
}
