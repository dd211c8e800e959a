import type { Command } from 'commander';
import { systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { dueGroups, followUpQuery, newFollowUpSchema } from '#shared/follow-ups.ts';
import { checkAgainst } from '#shared/issue-messages.ts';
import { leaf, noun, withCore, type Shared } from '../command.ts';
import { idOf } from '../id-argument.ts';
import { cut, printable, table } from '../output.ts';

interface ListOptions extends Shared {
  due?: string;
  lead?: string;
  limit?: string;
}

function runList({ due, lead, limit, ...shared }: ListOptions): Promise<void> {
  const leadId = lead === undefined ? undefined : idOf(lead, 'Lead');
  const given = Object.fromEntries(Object.entries({ due, leadId, limit }).filter(([, value]) => value !== undefined));
  const parsed = checkAgainst(followUpQuery, given);
  if ('details' in parsed) throw new AppError('invalid', "Couldn't list follow-ups", parsed);
  return withCore(shared, async (core, out) => {
    const { items, nextCursor } = await core.inbox.followUps.list(systemActor, parsed.data);
    const rows = items.map(({ id, dueAt, doneAt, note, lead: of }) => [
      id,
      dueAt.slice(0, 10),
      doneAt?.slice(0, 10) ?? '',
      of.id,
      printable(of.redditUsername),
      cut(note, 60),
    ]);
    out.result(items, () => table(['id', 'due', 'done', 'lead', 'name', 'note'], rows));
    if (nextCursor !== null) out.say(`Showing the first ${items.length}. Use --limit for up to 100.`);
  });
}

export function addFollowUp(lead: string, dueAt: string, options: Shared & { note?: string }): Promise<void> {
  // A date without a time means midnight UTC.
  const time = /^\d{4}-\d{2}-\d{2}$/.test(dueAt) ? `${dueAt}T00:00:00Z` : dueAt;
  const parsed = checkAgainst(newFollowUpSchema, { dueAt: time, note: options.note });
  if ('details' in parsed) throw new AppError('invalid', "Couldn't add the follow-up", parsed);
  return withCore(options, async (core, out) => {
    const made = await core.inbox.followUps.create(systemActor, idOf(lead, 'Lead'), parsed.data);
    out.result(made, () => `Follow-up ${made.id} with ${printable(made.lead.redditUsername)} is due ${made.dueAt.slice(0, 10)}.`);
  });
}

const runClose = (id: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const closed = await core.inbox.followUps.update(systemActor, idOf(id, 'Follow-up'), { done: true });
    out.result(closed, () => `Follow-up ${closed.id} with ${printable(closed.lead.redditUsername)} is done.`);
  });

/** `follow-up list|add|close`. IDs are unique, so no account needs to be named. */
export function addFollowUpCommands(program: Command): void {
  const followUp = noun(program, 'follow-up', 'Manage follow-ups with leads');
  leaf(followUp, { usage: 'list', about: 'List open follow-ups, soonest first', example: 'earshot follow-up list --due overdue' })
    .option('--due <when>', `filter: ${dueGroups.join(', ')} (days in UTC)`)
    .option('--lead <id>', 'follow-ups of this lead only')
    .option('--limit <n>', 'at most so many, up to 100 (default: 25)')
    .action(runList);
  leaf(followUp, {
    usage: 'add <lead> <date>',
    about: 'Add a follow-up to a lead',
    example: 'earshot follow-up add 12 2026-12-01 --note "Send the quote"',
  })
    .option('--note <text>', 'what to do then')
    .action(addFollowUp);
  leaf(followUp, { usage: 'close <id>', about: 'Mark a follow-up as done', example: 'earshot follow-up close 3' }).action(runClose);
}
