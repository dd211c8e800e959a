import { Option, type Command } from 'commander';
import { AppError } from '#core/platform/errors.ts';
import { leaf } from '../command.ts';
import type { ScanOptions } from '../scan/run.ts';

/** Number of leads in text output; data formats stream everything. */
const textLimit = 50;

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new AppError('invalid', `--limit must be a whole number of at least 1, not ${text}`);
  return value;
}

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
    .option('--limit <n>', `print only the n best matches (default: ${textLimit} for text; no limit for JSON and CSV)`, positive)
    .addOption(new Option('--jsonl', 'print one JSON object per line').conflicts(['json', 'csv']))
    .addOption(new Option('--csv', 'print CSV with a header').conflicts('json'))
    .action(async (options: ScanOptions) => (await import('../scan/run.ts')).runScan(options, textLimit));
}
