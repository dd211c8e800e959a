import type { Command } from 'commander';
import { systemActor } from '#core/platform/actor.ts';
import { leaf, noun, withCore, type Shared } from '../command.ts';
import { table } from '../output.ts';

const runList = (options: Shared & { cursor?: string; find?: string }) =>
  withCore(options, async (core, out) => {
    const page = await core.instance.admin.audit(systemActor, { limit: 100, cursor: options.cursor, q: options.find });
    out.result(page.items, () =>
      table(
        ['when', 'who', 'what', 'to', 'details', 'from'],
        page.items.map(({ at, actor, action, target, details, address }) => [
          at.slice(0, 19).replace('T', ' '),
          actor,
          action,
          target,
          Object.entries(details)
            .map(([key, value]) => `${key}: ${String(value)}`)
            .join(', '),
          address,
        ]),
      ),
    );
    if (page.nextCursor !== null) out.say(`For older entries, add --cursor ${page.nextCursor}`);
  });

export function addAuditCommands(program: Command): void {
  const audit = noun(program, 'audit', 'Show the audit log');
  leaf(audit, { usage: 'list', about: 'List the latest 100 entries', example: 'earshot audit list' })
    .option('--find <text>', 'only entries with this in who, what, target, or details')
    .option('--cursor <cursor>', 'show the page after this cursor')
    .action(runList);
}
