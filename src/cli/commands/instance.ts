import type { Command } from 'commander';
import { adminSettingsSchema } from '#shared/admin.ts';
import { emailSchema } from '#shared/auth.ts';
import { feedbackAnswerSchema, type FeedbackStatus, feedbackStatusSchema, maxReplyLength } from '#shared/feedback.ts';
import { systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { leaf, noun, withCore, type Shared, idOf } from '../command.ts';
import { table, cut } from '../output.ts';

const runAuditList = (options: Shared & { cursor?: string; find?: string }) =>
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
    .action(runAuditList);
}

const runBetaList = (shared: Shared) =>
  withCore(shared, async (core, out) => {
    const { items } = await core.accounts.beta.list(systemActor, { limit: 100 });
    out.result(items, () =>
      table(
        ['id', 'email', 'name', 'status', 'since', 'use case'],
        items.map(({ id, email, name, status, createdAt, useCase }) => [id, email, name, status, createdAt.slice(0, 10), cut(useCase, 60)]),
      ),
    );
  });

function runAccept(email: string, shared: Shared): Promise<void> {
  if (!emailSchema.safeParse(email).success) throw new AppError('invalid', `Invalid email: ${email}`);
  return withCore(shared, async (core, out) => {
    const decision = await core.accounts.beta.invite(systemActor, email);
    out.result(decision, () => decision.link ?? '');
    out.say(decision.mailed ? `Sent to ${email}.` : `No email was sent. Send this link to ${email}; it expires in two weeks.`);
  });
}

const runDecline = (applicant: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const { beta } = core.accounts;
    const decision = await (/^\d+$/.test(applicant)
      ? beta.decide(systemActor, idOf(applicant, 'Application'), 'declined')
      : beta.decline(systemActor, applicant));
    out.result(decision, () => `Declined ${decision.application.email}.`);
  });

const runSwitch = (on: boolean) => (shared: Shared) =>
  withCore(shared, async (core, out) => {
    await core.instance.settings.set(systemActor, 'betaModeEnabled', on);
    out.result({ betaModeEnabled: on }, () => `Beta mode is ${on ? 'on. Registration requires an invitation' : 'off'}.`);
  });

export function addBetaCommands(program: Command): void {
  const beta = noun(program, 'beta', 'Manage beta invitations');
  leaf(beta, { usage: 'list', about: 'List the latest 100 applications', example: 'earshot beta list' }).action(runBetaList);
  leaf(beta, {
    usage: 'accept <email>',
    about: 'Invite someone, whether or not they applied, and print the link',
    example: 'earshot beta accept ada@example.com',
  }).action(runAccept);
  leaf(beta, {
    usage: 'decline <email>',
    about: 'Decline an application, by its email or ID',
    example: 'earshot beta decline ada@example.com',
  }).action(runDecline);
  leaf(beta, { usage: 'on', about: 'Require an invitation to register', example: 'earshot beta on' }).action(runSwitch(true));
  leaf(beta, { usage: 'off', about: 'Let anyone register', example: 'earshot beta off' }).action(runSwitch(false));
}

function runFeedbackList(options: Shared & { status?: string }): Promise<void> {
  const status = feedbackStatusSchema.optional().safeParse(options.status);
  if (!status.success) throw new AppError('invalid', `Status must be one of: ${feedbackStatusSchema.options.join(', ')}`);
  const wanted: FeedbackStatus | undefined = status.data;
  return withCore(options, async (core, out) => {
    const { items, total } = await core.instance.feedback.list(systemActor, { limit: 100, status: wanted });
    out.result(items, () =>
      table(
        ['id', 'when', 'from', 'kind', 'status', 'message'],
        items.map((one) => [one.id, one.createdAt.slice(0, 10), one.user.email, one.kind, one.status, cut(one.message, 80)]),
      ),
    );
    if ((total ?? 0) > items.length) out.say(`Showing the newest ${items.length} of ${total}.`);
  });
}

function runReply(id: string, reply: string, shared: Shared): Promise<void> {
  const text = reply.trim();
  if (text === '') throw new AppError('invalid', 'The reply is empty');
  if (!feedbackAnswerSchema.safeParse({ reply: text }).success)
    throw new AppError('invalid', `The reply has ${text.length} characters. The limit is ${maxReplyLength}`);
  return withCore(shared, async (core, out) => {
    const answered = await core.instance.feedback.answer(systemActor, idOf(id, 'Feedback'), { reply: text });
    out.result(answered, () => `Replied to ${answered.user.email}.`);
  });
}

export function addFeedbackCommands(program: Command): void {
  const feedback = noun(program, 'feedback', 'Show and answer user feedback');
  leaf(feedback, { usage: 'reply <id> <text>', about: 'Reply to a message', example: 'earshot feedback reply 3 "Fixed in 1.1"' }).action(
    runReply,
  );
  leaf(feedback, { usage: 'list', about: 'List the latest 100 messages', example: 'earshot feedback list --status new' })
    .option('--status <status>', `filter by status: ${feedbackStatusSchema.options.join(', ')}`)
    .action(runFeedbackList);
}

const runSettingsList = (shared: Shared) =>
  withCore(shared, async (core, out) => {
    const settings = await core.instance.admin.settings(systemActor);
    out.result(settings, () =>
      table(
        ['setting', 'value'],
        Object.entries(settings).map(([key, value]) => [key, String(value)]),
      ),
    );
  });

function runSet(key: string, value: string, shared: Shared): Promise<void> {
  const given = value === 'true' || value === 'false' ? value === 'true' : value;
  const parsed = adminSettingsSchema.partial().safeParse({ [key]: given });
  if (!parsed.success)
    throw new AppError(
      'invalid',
      `Invalid setting or value: ${key} ${value}. Settings: ${Object.keys(adminSettingsSchema.shape).join(', ')}`,
    );
  return withCore(shared, async (core, out) => {
    const settings = await core.instance.admin.changeSettings(systemActor, parsed.data);
    out.result(settings, () => `Set ${key} to ${value}.`);
  });
}

export function addSettingsCommands(program: Command): void {
  const settings = noun(program, 'settings', 'Manage instance settings');
  leaf(settings, { usage: 'list', about: 'List all settings', example: 'earshot settings list' }).action(runSettingsList);
  leaf(settings, { usage: 'set <key> <value>', about: 'Change a setting', example: 'earshot settings set betaModeEnabled true' }).action(
    runSet,
  );
}
