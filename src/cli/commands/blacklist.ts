import type { Command } from 'commander';
import type { Core } from '#core/open.ts';
import { systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { type BlacklistChange, blacklistKindSchema, newBlacklistEntrySchema } from '#shared/blacklist.ts';
import { readText } from '../file-input.ts';
import { actingUser, idOf, leaf, noun, withCore, type Shared } from '../command.ts';
import { table } from '../output.ts';

interface Whose extends Shared {
  /** Whose workspace; absent: the instance. */
  user?: string;
}

async function listOf(core: Core, { user }: Whose) {
  const { blacklist } = core.discovery;
  if (user === undefined) return { actor: systemActor, entries: blacklist };
  return { actor: await actingUser(core, user), entries: blacklist.ofWorkspace };
}

const summaryOf = ({ added, hidden, restored }: BlacklistChange): string =>
  `${added} added, ${hidden} stored posts hidden, ${restored} shown again.`;

const runList = (options: Whose) =>
  withCore(options, async (core, out) => {
    const { actor, entries } = await listOf(core, options);
    const listed = await entries.list(actor);
    out.result(listed, () =>
      table(
        ['id', 'kind', 'value', 'why', 'since'],
        listed.map(({ id, kind, value, note, createdAt }) => [id, kind, value, note, createdAt.slice(0, 10)]),
      ),
    );
  });

function runAdd(kind: string, value: string, options: Whose & { note?: string }): Promise<void> {
  const parsed = newBlacklistEntrySchema.safeParse({ kind, value, note: options.note });
  if (!parsed.success)
    throw new AppError(
      'invalid',
      `Usage: earshot blacklist add <kind> <value>. Kind must be one of: ${blacklistKindSchema.options.join(', ')}`,
    );
  return withCore(options, async (core, out) => {
    const { actor, entries } = await listOf(core, options);
    const change = await entries.add(actor, [parsed.data]);
    out.result(change, () => summaryOf(change));
  });
}

const runRemove = (id: string, options: Whose) =>
  withCore(options, async (core, out) => {
    const { actor, entries } = await listOf(core, options);
    const change = await entries.remove(actor, idOf(id, 'Entry'));
    out.result(change, () => summaryOf(change));
  });

const runImport = (file: string, options: Whose) =>
  withCore(options, async (core, out) => {
    const { actor, entries } = await listOf(core, options);
    const change = await entries.import(actor, readText(file));
    out.result(change, () => summaryOf(change));
  });

export function addBlacklistCommands(program: Command): void {
  const whose = ['--user <email>', 'only in the workspace of this account'] as const;
  const blacklist = noun(program, 'blacklist', 'Manage what the whole instance or a workspace ignores');
  leaf(blacklist, { usage: 'list', about: 'List all entries', example: 'earshot blacklist list --json' })
    .option(...whose)
    .action(runList);
  leaf(blacklist, {
    usage: 'add <kind> <value>',
    about: `Add an entry (${blacklistKindSchema.options.join(', ')}) and hide stored posts that match it`,
    example: 'earshot blacklist add subreddit r/spam --note "nothing but ads"',
  })
    .option(...whose)
    .option('--note <text>', 'why it was added')
    .action(runAdd);
  leaf(blacklist, { usage: 'remove <id>', about: 'Remove an entry', example: 'earshot blacklist remove 3' })
    .option(...whose)
    .action(runRemove);
  leaf(blacklist, {
    usage: 'import <file>',
    about: 'Import entries from lines of kind,value,note, or r/name, u/name, domains, and words ("-" reads standard input)',
    example: 'earshot blacklist import blacklist.csv',
  })
    .option(...whose)
    .action(runImport);
}
