import { Option, type Command } from 'commander';
import { AppError } from '#core/platform/errors.ts';
import { leaf } from '../command.ts';
import type { FindOptions } from '../find/run.ts';
import type { ScanOptions } from '../scan/run.ts';
import { addStreamOptions } from '../stream-options.ts';

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
