import type { Command } from 'commander';
import * as z from 'zod';
import { givenRoleSchema } from '#shared/auth.ts';
import { type Approval, approvalSchema } from '#shared/outbox.ts';
import { newInvitationSchema, workspaceUpdateSchema } from '#shared/workspaces.ts';
import { systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { actingUser, checked, idOf, leaf, noun, type Shared, withCore } from '../command.ts';
import { cut, printable, table } from '../output.ts';

const onOff = z.enum(['on', 'off'], 'Choose on or off');

interface Whose extends Shared {
  user?: string;
}

const runList = (options: Whose) =>
  withCore(options, async (core, out) => {
    const { items } = await core.accounts.workspaces.list(await actingUser(core, options.user));
    const rows = items.map(({ id, name, role, members }) => [id, name, role, members]);
    out.result(items, () => table(['ID', 'Name', 'Role', 'Members'], rows));
  });

const runMembers = (options: Whose) =>
  withCore(options, async (core, out) => {
    const { userId } = await actingUser(core, options.user);
    const { items } = await core.accounts.workspaces.members(systemActor, userId);
    const rows = items.map(({ id, username, role, joinedAt }) => [id, username, role, joinedAt.slice(0, 10)]);
    out.result(items, () => table(['ID', 'Name', 'Role', 'Since'], rows));
  });

const runAccounts = ({ default: name, ...options }: Whose & { default?: string }) =>
  withCore(options, async (core, out) => {
    const actor = await actingUser(core, options.user);
    const find = async () => (await core.replies.health.accounts(actor)).items;
    const chosen = name && (await find()).find(({ isYours, username }) => isYours && username.toLowerCase() === name.toLowerCase());
    if (name && !chosen) throw new AppError('not_found', `u/${name} isn't one of their Reddit accounts`);
    if (chosen) await core.reddit.account.choose(actor, chosen.id);
    const items = await find();
    const rows = items.map((one) => [
      one.username,
      one.by.username,
      one.state,
      one.isDefault ? 'default' : '',
      `${one.sent} of ${one.cap}`,
    ]);
    out.result(items, () => table(['Reddit account', 'Connected by', 'State', '', 'Replies in 24 hours'], rows));
  });

const runFigures = ({ cursor, ...options }: Shared & { cursor?: string }) =>
  withCore(options, async (core, out) => {
    const { items, nextCursor } = await core.insights.workspaces.list(systemActor, { limit: 100, cursor });
    const rows = items.map((one) => [
      one.id,
      one.owner,
      one.members,
      one.campaigns,
      one.leads,
      one.replies,
      one.cost === null ? null : one.cost.toFixed(3),
      one.unpriced,
      one.answeredMinutes === null ? null : Math.round(one.answeredMinutes),
    ]);
    const head = ['ID', 'Owner', 'Members', 'Campaigns', 'Leads', 'Replies', 'AI cost', 'Calls without a price', 'Minutes to reply'];
    out.result(items, () => table(head, rows));
    if (nextCursor !== null) out.say(`Showing ${items.length}. For the next, add --cursor ${nextCursor}`);
  });

const runInvite = (email: string | undefined, options: Whose & { role?: string }) =>
  withCore(options, async (core, out) => {
    const { userId } = await actingUser(core, options.user);
    const given = checked(newInvitationSchema, { email, role: options.role }, "Couldn't make the invitation");
    const made = await core.accounts.workspaces.invite(systemActor, userId, given);
    out.result(made, () => made.link);
    out.say(`The link works once and expires at ${made.expiresAt}.${made.mailed ? ' It was emailed.' : ''}`);
  });

const runRole = (email: string, role: string, options: Whose) =>
  withCore(options, async (core, out) => {
    const { userId: id } = await actingUser(core, options.user);
    const member = await core.accounts.workspaces.findByEmail(systemActor, email);
    const given = checked(givenRoleSchema, role, "Couldn't change the role");
    const changed = await core.accounts.workspaces.changeMember(systemActor, { id, userId: member.id }, given);
    out.result(changed, () => `${changed.username} now has the role ${changed.role}.`);
  });

const runRemove = (email: string, options: Whose) =>
  withCore(options, async (core, out) => {
    const { userId: id } = await actingUser(core, options.user);
    const member = await core.accounts.workspaces.findByEmail(systemActor, email);
    await core.accounts.workspaces.removeMember(systemActor, { id, userId: member.id });
    out.result({ removed: member.id }, () => `${member.username} was removed. Their leads are unassigned, their scheduled replies held.`);
  });

const isOn = (text: string | undefined): boolean | undefined =>
  text === undefined ? undefined : checked(onOff, text, "Couldn't change the workspace") === 'on';

const runSet = (options: Whose & { approveReplies?: string; assignInTurn?: string }) =>
  withCore(options, async (core, out) => {
    const actor = await actingUser(core, options.user);
    const given = { approvesReplies: isOn(options.approveReplies), assignsInTurn: isOn(options.assignInTurn) };
    const update = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const changed = await core.accounts.workspaces.change(
      actor,
      actor.userId,
      checked(workspaceUpdateSchema, update, "Couldn't change the workspace"),
    );
    out.result(
      changed,
      () =>
        `Replies ${changed.approvesReplies ? 'wait for approval by a second person' : 'need no approval'}. New leads are ${changed.assignsInTurn ? 'assigned in turn' : 'not assigned'}.`,
    );
  });

const runApprovals = (options: Whose) =>
  withCore(options, async (core, out) => {
    const { items } = await core.replies.approval.list(await actingUser(core, options.user));
    const rows = items.map(({ id, sentBy, subreddit, held, message }) => [
      id,
      printable(sentBy?.username ?? ''),
      `r/${printable(subreddit)}`,
      held === 'returned' ? 'sent back' : 'waits',
      cut(message, 60),
    ]);
    out.result(items, () => table(['ID', 'From', 'In', 'State', 'Reply'], rows));
  });

/** By the workspace's owner, whose account the operator names. */
const decide = (id: string, decision: Approval, { done, ...options }: Whose & { done: string }) =>
  withCore(options, async (core, out) => {
    await core.replies.approval.decide(await actingUser(core, options.user), idOf(id, 'Reply'), decision);
    out.result({ id, decision: decision.decision }, () => done);
  });
const runApprove = (id: string, options: Whose) =>
  decide(
    id,
    { decision: 'approve' },
    { ...options, done: `Reply ${id} was approved. The server posts it within a minute, or at its time.` },
  );
const runReturn = (id: string, note: string, options: Whose) =>
  decide(id, checked(approvalSchema, { decision: 'return', note }, "Couldn't send it back"), {
    ...options,
    done: `Reply ${id} was sent back.`,
  });

function addApprovalCommands(workspace: Command, whose: readonly [string, string]): void {
  leaf(workspace, {
    usage: 'set',
    about: 'Change how it works',
    example: 'earshot workspace set --approve-replies on --user ada@example.com',
  })
    .option('--approve-replies <on|off>', 'the owner or an admin approves what others write before it is posted')
    .option('--assign-in-turn <on|off>', 'new leads are assigned to those who can work, one after the other')
    .option(...whose)
    .action(runSet);
  leaf(workspace, {
    usage: 'approvals',
    about: 'List replies that wait for approval, and those sent back',
    example: 'earshot workspace approvals --user ada@example.com',
  })
    .option(...whose)
    .action(runApprovals);
  leaf(workspace, {
    usage: 'approve <reply>',
    about: 'Approve a reply as the owner of the workspace',
    example: 'earshot workspace approve 12 --user ada@example.com',
  })
    .option(...whose)
    .action(runApprove);
  leaf(workspace, {
    usage: 'send-back <reply> <note>',
    about: 'Send a reply back to who wrote it, with a note',
    example: 'earshot workspace send-back 12 "Say that we make it" --user ada@example.com',
  })
    .option(...whose)
    .action(runReturn);
}

const runMove = (campaign: string, email: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const { id, username } = await core.accounts.workspaces.findByEmail(systemActor, email);
    const moved = await core.inbox.campaigns.move(systemActor, idOf(campaign, 'Campaign'), id);
    out.result(moved, () => `“${moved.name}” is now in the workspace of ${username}.`);
  });

export function addWorkspaceCommands(program: Command): void {
  const workspace = noun(program, 'workspace', 'Manage who works in the workspace of an account (docs/workspaces.md)');
  const whose = ['--user <email>', 'account whose workspace it is (required if there are several)'] as const;
  leaf(workspace, {
    usage: 'list',
    about: 'List the workspaces that an account can enter',
    example: 'earshot workspace list --user ada@example.com',
  })
    .option(...whose)
    .action(runList);
  leaf(workspace, {
    usage: 'figures',
    about: 'Show what each workspace did and cost in the last 30 days, the most expensive first',
    example: 'earshot workspace figures',
  })
    .option('--cursor <cursor>', 'show the page after this cursor')
    .action(runFigures);
  leaf(workspace, { usage: 'members', about: 'List its members', example: 'earshot workspace members --user ada@example.com' })
    .option(...whose)
    .action(runMembers);
  leaf(workspace, {
    usage: 'accounts',
    about: 'List the Reddit accounts that its people connected',
    example: 'earshot workspace accounts --user ada@example.com --default ada_writes',
  })
    .option(...whose)
    .option('--default <name>', 'use this one from now on where none is chosen')
    .action(runAccounts);
  leaf(workspace, {
    usage: 'invite [email]',
    about: 'Print a link that works once for 7 days; emails it if an email server is set up',
    example: 'earshot workspace invite ben@example.com --role viewer --user ada@example.com',
  })
    .option('--role <role>', `${givenRoleSchema.options.join(', ')} (default: member)`)
    .option(...whose)
    .action(runInvite);
  leaf(workspace, {
    usage: 'role <email> <role>',
    about: 'Change what a member may do',
    example: 'earshot workspace role ben@example.com admin --user ada@example.com',
  })
    .option(...whose)
    .action(runRole);
  leaf(workspace, {
    usage: 'remove <email>',
    about: 'Remove a member; what they worked on stays',
    example: 'earshot workspace remove ben@example.com --user ada@example.com',
  })
    .option(...whose)
    .action(runRemove);
  addApprovalCommands(workspace, whose);
  leaf(workspace, {
    usage: 'move-campaign <id> <email>',
    about: 'Move a campaign with all that is in it to the workspace of an account',
    example: 'earshot workspace move-campaign 1 ben@example.com',
  }).action(runMove);
}
