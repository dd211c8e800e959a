import type { Command } from 'commander';
import { newChannelSchema } from '#shared/notify.ts';
import { AppError } from '#core/platform/errors.ts';
import { actingUser, idOf, leaf, noun, type Shared, withCore } from '../command.ts';
import { readAs } from '../file-input.ts';
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

const runAdd = (file: string, options: ChannelOptions) =>
  withCore(options, async (core, out) => {
    const given = readAs(file, newChannelSchema, 'channel');
    const made = await core.notifications.channels.create(await actingUser(core, options.user), given);
    if (made.signingSecret !== null) out.say("Save the signing secret now; it won't be shown again.");
    out.result(made, () => [`Channel ${made.id} added.`, ...(made.signingSecret === null ? [] : [made.signingSecret])].join('\n'));
  });

const runTest = (id: string, options: ChannelOptions) =>
  withCore(options, async (core, out) => {
    const result = await core.notifications.channels.test(await actingUser(core, options.user), idOf(id, 'Channel'));
    if (!result.sent) throw new AppError('unavailable', result.message);
    out.result(result, () => result.message);
  });

const runRemove = (id: string, options: ChannelOptions) =>
  withCore(options, async (core, out) => {
    await core.notifications.channels.remove(await actingUser(core, options.user), idOf(id, 'Channel'));
    out.result({ removed: id }, () => `Channel ${id} removed.`);
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
  const channel = noun(program, 'channel', 'Manage notification channels (docs/notifications.md)');
  const whose = ['--user <email>', 'account to use (required if there are several)'] as const;
  leaf(channel, { usage: 'list', about: 'List channels', example: 'earshot channel list' })
    .option(...whose)
    .action(runList);
  leaf(channel, {
    usage: 'add <file>',
    about: 'Add a channel from JSON or YAML, as POST /api/notifications/channels takes it (- is standard input)',
    example: `echo '{"kind": "ntfy", "name": "Phone", "target": {"url": "https://ntfy.sh/my-topic"}}' | earshot channel add -`,
  })
    .option(...whose)
    .action(runAdd);
  leaf(channel, { usage: 'test <id>', about: 'Send a test message now', example: 'earshot channel test 3' })
    .option(...whose)
    .action(runTest);
  leaf(channel, { usage: 'remove <id>', about: 'Remove a channel and what is queued for it', example: 'earshot channel remove 3' })
    .option(...whose)
    .action(runRemove);
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
