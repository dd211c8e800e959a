import type { Command } from 'commander';
import { actingUser, idOf, leaf, noun, type Shared, withCore } from '../command.ts';
import { cut, table } from '../output.ts';

interface ChannelOptions extends Shared {
  user?: string;
}

const runList = (options: ChannelOptions) =>
  withCore(options, async (core, out) => {
    const { items } = await core.notifications.channels.list(await actingUser(core, options.user));
    const rows = items.map(({ id, kind, name, hint, lastSentAt, paused, lastError }) => [
      id,
      kind,
      name,
      hint,
      lastSentAt ?? '',
      paused ?? lastError?.message ?? '',
    ]);
    out.result(items, () => table(['ID', 'Kind', 'Name', 'Address', 'Last sent', 'Trouble'], rows));
  });

const runDeliveries = (id: string, options: ChannelOptions) =>
  withCore(options, async (core, out) => {
    const { items } = await core.notifications.channels.deliveries(await actingUser(core, options.user), idOf(id, 'Channel'));
    const rows = items.map(({ id: number, at, events, status, ms, message, answer }) => [
      number,
      at,
      events.join(', '),
      status === null ? '' : String(status),
      `${ms} ms`,
      message,
      cut(answer, 60),
    ]);
    out.result(items, () => table(['ID', 'Time', 'Events', 'Status', 'Took', 'Result', 'Answer'], rows));
  });

const runResend = (id: string, delivery: string, options: ChannelOptions) =>
  withCore(options, async (core, out) => {
    const actor = await actingUser(core, options.user);
    await core.notifications.channels.resend(actor, idOf(id, 'Channel'), idOf(delivery, 'Delivery'));
    out.result({ resent: delivery }, () => 'It is sent again within a minute.');
  });

export function addChannelCommands(program: Command): void {
  const channel = noun(program, 'channel', 'Show what notification channels sent (docs/notifications.md)');
  const whose = ['--user <email>', 'account to use (required if there are several)'] as const;
  leaf(channel, { usage: 'list', about: 'List channels', example: 'earshot channel list' })
    .option(...whose)
    .action(runList);
  leaf(channel, {
    usage: 'deliveries <id>',
    about: 'List what a channel sent in the last 14 days, and the answers',
    example: 'earshot channel deliveries 3',
  })
    .option(...whose)
    .action(runDeliveries);
  leaf(channel, {
    usage: 'resend <id> <delivery>',
    about: 'Send the message of a delivery again',
    example: 'earshot channel resend 3 41',
  })
    .option(...whose)
    .action(runResend);
}
