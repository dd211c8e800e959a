import type { Command } from 'commander';
import { leaf } from '../command.ts';
import type { FindOptions } from '../find/run.ts';
import { addStreamOptions } from '../stream-options.ts';
import { wholeNumber } from '../whole-number.ts';

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
