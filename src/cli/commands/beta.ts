import type { Command } from 'commander';
import { systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { emailSchema } from '#shared/auth.ts';
import { leaf, noun, withCore, type Shared } from '../command.ts';
import { cut, table } from '../output.ts';

const runList = (shared: Shared) =>
  withCore(shared, async (core, out) => {
    const { items } = await core.accounts.beta.list(systemActor, { limit: 100 });
    out.result(items, () =>
      table(
        ['email', 'name', 'status', 'since', 'use case'],
        items.map(({ email, name, status, createdAt, useCase }) => [email, name, status, createdAt.slice(0, 10), cut(useCase, 60)]),
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

const runDecline = (email: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const { items } = await core.accounts.beta.list(systemActor, { limit: 100 });
    const application = items.find((one) => one.email.toLowerCase() === email.toLowerCase());
    if (!application) throw new AppError('not_found', `Application of ${email} not found`);
    const decision = await core.accounts.beta.decide(systemActor, application.id, 'declined');
    out.result(decision, () => `Declined ${application.email}.`);
  });

const runSwitch = (on: boolean) => (shared: Shared) =>
  withCore(shared, async (core, out) => {
    await core.instance.settings.set(systemActor, 'betaModeEnabled', on);
    out.result({ betaModeEnabled: on }, () => `Beta mode is ${on ? 'on. Registration requires an invitation' : 'off'}.`);
  });

export function addBetaCommands(program: Command): void {
  const beta = noun(program, 'beta', 'Manage beta invitations');
  leaf(beta, { usage: 'list', about: 'List the latest 100 applications', example: 'earshot beta list' }).action(runList);
  leaf(beta, {
    usage: 'accept <email>',
    about: 'Invite someone, whether or not they applied, and print the link',
    example: 'earshot beta accept ada@example.com',
  }).action(runAccept);
  leaf(beta, { usage: 'decline <email>', about: 'Decline an application', example: 'earshot beta decline ada@example.com' }).action(
    runDecline,
  );
  leaf(beta, { usage: 'on', about: 'Require an invitation to register', example: 'earshot beta on' }).action(runSwitch(true));
  leaf(beta, { usage: 'off', about: 'Let anyone register', example: 'earshot beta off' }).action(runSwitch(false));
}
