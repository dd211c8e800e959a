import type { Command } from 'commander';
import { systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import type { Core } from '#core/open.ts';
import type { Explanation } from '#core/inbox/learning/explain.ts';
import type { Figures } from '#core/inbox/learning/figures.ts';
import { idSchema } from '#shared/common.ts';
import { leaf, noun, withCore, type Shared } from '../command.ts';
import { printable, table, type Output } from '../output.ts';

function idOf(text: string, what: string): string {
  const parsed = idSchema.safeParse(text);
  if (!parsed.success) throw new AppError('not_found', `Not found: ${what} ${text}`);
  return parsed.data;
}

const signed = (points: number): string => (points > 0 ? `+${points}` : String(points));

function showExplanation(found: Explanation): string {
  const { title, confidence, components, learned, limits, cap, evidence, matchedRules, reason, scoredBy } = found;
  const rows = components.map(({ name, value, points, max, words }) => [name, value?.toFixed(2) ?? null, points, max, words]);
  return [
    printable(title),
    `${confidence} of 100, by ${printable(scoredBy)}: ${printable(reason)}`,
    table(['component', 'value', 'points', 'of', 'in words'], rows),
    learned.points === 0
      ? 'Judgements add nothing.'
      : `Judgements: up to ${signed(learned.points)} points (${learned.because.map(({ what, points: own }) => `${printable(what)} ${signed(own)}`).join(', ')})`,
    limits.length > 0 ? `At most ${cap}, because ${limits.join(' and ')}.` : 'No cap applies.',
    `Rules: ${matchedRules.map(printable).join(', ') || '–'}`,
    ...evidence.map(({ why, field, text }) => `${why} (${field}): "${printable(text)}"`),
  ].join('\n');
}

const runExplain = (id: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const found = await core.inbox.learning.explain(systemActor, idOf(id, 'post'));
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

/** Everything scored is scored anew by one scorer; what is stored stays. */
function runGrade(id: string, { provider, ...shared }: EvalOptions): Promise<void> {
  const chosen = scorers.find((name) => name === provider);
  if (!chosen) throw new AppError('invalid', `A provider is one of: ${scorers.join(', ')}`);
  const work = async (core: Core, out: Output): Promise<void> => {
    const asked = { byModel: chosen !== 'builtin', signal: new AbortController().signal };
    const grade = await core.discovery.grade(systemActor, idOf(id, 'campaign'), asked);
    out.result({ provider: chosen, ...grade }, () =>
      table(['scorer', 'judged', 'right', 'precision', 'recall', 'nDCG'], [figuresRow(chosen, grade)]),
    );
    if (grade.notAsked > 0)
      out.say(`${chosen} was not asked about ${grade.notAsked} of them: it could not change them, or was out of budget or away.`);
  };
  return withCore(shared, work, (config) => ({ ...config, ai: { ...config.ai, provider: chosen } }));
}

const runEval = (id: string, { provider, ...shared }: EvalOptions) =>
  provider === undefined ? runStored(id, shared) : runGrade(id, { provider, ...shared });

const runStored = (id: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const all = await core.inbox.learning.evaluate(systemActor, idOf(id, 'campaign'));
    const rows = all.flatMap(({ scoredBy, learned, ...plain }) => [
      figuresRow(scoredBy, plain),
      ...(learned ? [figuresRow(`${scoredBy}, with learning`, learned)] : []),
    ]);
    out.result(all, () =>
      all.length === 0
        ? 'No feedback yet. Mark posts as good or bad matches first.'
        : table(['scorer', 'judged', 'right', 'precision', 'recall', 'nDCG'], rows),
    );
  });

export function addScoreCommands(program: Command): void {
  const score = noun(program, 'score', 'Explain and evaluate scores');
  leaf(score, {
    usage: 'explain <post>',
    about: 'Show components, points, caps and evidence of a post',
    example: 'earshot score explain 12',
  }).action(runExplain);
  leaf(score, {
    usage: 'eval <campaign>',
    about: 'Show precision, recall and nDCG on posts with feedback, with and without learning',
    example: 'earshot score eval 1 --provider ollama',
  })
    .option('--provider <name>', 'score the posts with feedback again by builtin, ollama or openai; stores nothing, uses tokens')
    .action(runEval);
}
