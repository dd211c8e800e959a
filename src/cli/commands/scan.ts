import { Option, type Command } from 'commander';
import type { Figures } from '#core/inbox/learning/evaluate.ts';
import type { Explanation } from '#core/inbox/learning/service.ts';
import type { Core } from '#core/open.ts';
import { systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { leaf, noun, withCore, type Shared, idOf } from '../command.ts';
import type { FindOptions } from '../find/run.ts';
import { counted, printable, table, type Output } from '../output.ts';
import type { ScanOptions } from '../scan/run.ts';
import { addStreamOptions } from '../stream-options.ts';

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

/** Reads the value of an option as a whole number of at least 1. Throws `invalid`. */
const wholeNumber =
  (option: string) =>
  (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1) throw new AppError('invalid', `${option} must be a whole number of at least 1, not ${text}`);
    return value;
  };

export function addFind(program: Command): void {
  const command = leaf(program, {
    usage: 'find <what-you-sell>',
    about: 'Find recent conversations on sites that need no key, without an account or a database',
    example: 'earshot find "We waterproof wet basements"',
  });
  addStreamOptions(command, { verb: 'read' })
    .option('--trade <id...>', 'your trade, if the text leaves it open')
    .option('--days <n>', 'how far to look back', wholeNumber('--days'), 30)
    .option('--limit <n>', 'print only the n best', wholeNumber('--limit'), 10)
    .action(async (text: string, options: FindOptions) => (await import('../find/run.ts')).runFind(text, options));
}

/** Number of leads in text output; data formats stream everything. */
const textLimit = 50;

export function addScan(program: Command): void {
  leaf(program, {
    usage: 'scan',
    about:
      'Find leads in files of posts and comments (JSON, JSONL, or CSV with any columns, also .gz and .zip) without a server or database',
    example: 'earshot scan --describe "Invoicing for freelancers" --input posts.jsonl.gz',
  })
    .option('--campaign <file>', 'campaign file, JSON or YAML')
    .option('--describe <text>', 'what you sell and to whom (instead of a campaign file)')
    .requiredOption('--input <file...>', 'files to read ("-" reads standard input)')
    .option('--all', 'print every item with its score, not just leads')
    .option(
      '--limit <n>',
      `print only the n best matches (default: ${textLimit} for text; no limit for JSON and CSV)`,
      wholeNumber('--limit'),
    )
    .addOption(new Option('--jsonl', 'print one JSON object per line').conflicts(['json', 'csv']))
    .addOption(new Option('--csv', 'print CSV with a header').conflicts('json'))
    .action(async (options: ScanOptions) => (await import('../scan/run.ts')).runScan(options, textLimit));
}
