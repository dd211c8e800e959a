import type { Command } from 'commander';
import { systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { type BlacklistChange, blacklistKindSchema, newBlacklistEntrySchema } from '#shared/blacklist.ts';
import { readText } from '../file-input.ts';
import { leaf, noun, withCore, type Shared } from '../command.ts';
import { table } from '../output.ts';

const summaryOf = ({ added, hidden, restored }: BlacklistChange): string =>
  `${added} added, ${hidden} stored posts hidden, ${restored} shown again.`;

const runList = (shared: Shared) =>
  withCore(shared, async (core, out) => {
    const entries = await core.discovery.blacklist.list(systemActor);
    out.result(entries, () =>
      table(
        ['id', 'kind', 'value', 'why', 'since'],
        entries.map(({ id, kind, value, note, createdAt }) => [id, kind, value, note, createdAt.slice(0, 10)]),
      ),
    );
  });

function runAdd(kind: string, value: string, options: Shared & { note?: string }): Promise<void> {
  const parsed = newBlacklistEntrySchema.safeParse({ kind, value, note: options.note });
  if (!parsed.success)
    throw new AppError(
      'invalid',
      `Usage: earshot blacklist add <kind> <value>. Kind must be one of: ${blacklistKindSchema.options.join(', ')}`,
    );
  return withCore(options, async (core, out) => {
    const change = await core.discovery.blacklist.add(systemActor, [parsed.data]);
    out.result(change, () => summaryOf(change));
  });
}

const runRemove = (id: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const change = await core.discovery.blacklist.remove(systemActor, id);
    out.result(change, () => summaryOf(change));
  });

const runImport = (file: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const change = await core.discovery.blacklist.import(systemActor, readText(file));
    out.result(change, () => summaryOf(change));
  });

export function addBlacklistCommands(program: Command): void {
  const blacklist = noun(program, 'blacklist', 'Manage what the whole instance ignores');
  leaf(blacklist, { usage: 'list', about: 'List all entries', example: 'earshot blacklist list --json' }).action(runList);
  leaf(blacklist, {
    usage: 'add <kind> <value>',
    about: `Add an entry (${blacklistKindSchema.options.join(', ')}) and hide stored posts that match it`,
    example: 'earshot blacklist add subreddit r/spam --note "nothing but ads"',
  })
    .option('--note <text>', 'why it was added')
    .action(runAdd);
  leaf(blacklist, { usage: 'remove <id>', about: 'Remove an entry', example: 'earshot blacklist remove 3' }).action(runRemove);
  leaf(blacklist, {
    usage: 'import <file>',
    about: 'Import entries from lines of kind,value,note or plain names, domains, and words ("-" reads standard input)',
    example: 'earshot blacklist import blacklist.csv',
  }).action(runImport);
}
