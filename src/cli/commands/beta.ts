import type { Command } from 'commander';
import { systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { emailSchema } from '#shared/auth.ts';
import { leaf, noun, withCore, type Shared, idOf } from '../command.ts';
import { cut, table } from '../output.ts';

const runList = (shared: Shared) =>
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
  leaf(beta, { usage: 'list', about: 'List the latest 100 applications', example: 'earshot beta list' }).action(runList);
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
