import { Option, type Command } from 'commander';
import { leaf } from '../command.ts';
import type { ScanOptions } from '../scan/run.ts';
import { wholeNumber } from '../whole-number.ts';

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
