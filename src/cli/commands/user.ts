import type { Command } from 'commander';
import * as z from 'zod';
import { systemActor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { registrationSchema, roleSchema } from '#shared/auth.ts';
import { languages } from '#shared/language.ts';
import { languageName } from '#shared/languages.ts';
import { mcpWriteTools, newTokenSchema, programScopeSchema } from '#shared/tokens.ts';
import { checked, leaf, noun, readSecret, type Shared, withCore, actingUser, collect, idOf } from '../command.ts';
import { table } from '../output.ts';

interface AddOptions extends Shared {
  admin?: boolean;
}

const runList = (shared: Shared) =>
  withCore(shared, async (core, out) => {
    const users = await core.accounts.users.listUsers(systemActor);
    const rows = users.map(({ username, email, role, disabled, createdAt, lastLoginAt }) => [
      username,
      email,
      role,
      disabled ? 'disabled' : 'active',
      createdAt.slice(0, 10),
      lastLoginAt?.slice(0, 10) ?? null,
    ]);
    out.result(users, () => table(['name', 'email', 'role', 'state', 'since', 'last sign-in'], rows));
  });

async function runAdd(username: string, email: string, options: AddOptions): Promise<void> {
  const password = await readSecret('Password');
  const parsed = checked(registrationSchema, { username, email, password }, "Couldn't create the account");
  await withCore(options, async (core, out) => {
    const user = await core.accounts.users.addUser(systemActor, { ...parsed, role: options.admin ? 'admin' : 'user' });
    out.result(user, () => `Added ${user.username} (${user.email}) as ${user.role}.`);
  });
}

function runSetRole(email: string, role: string, shared: Shared): Promise<void> {
  const parsed = roleSchema.safeParse(role);
  if (!parsed.success) throw new AppError('invalid', `Role must be one of: ${roleSchema.options.join(', ')}`);
  return withCore(shared, async (core, out) => {
    const user = await core.accounts.users.setRole(systemActor, email, parsed.data);
    out.result(user, () => `${user.email} now has the role ${user.role}.`);
  });
}

function runSetLanguage(email: string, language: string, shared: Shared): Promise<void> {
  const parsed = z.enum(languages).safeParse(language);
  if (!parsed.success) throw new AppError('invalid', `Language must be one of: ${languages.join(', ')}`);
  return withCore(shared, async (core, out) => {
    const user = await core.accounts.users.setLanguage(systemActor, email, parsed.data);
    out.result(user, () => `${user.email} now gets emails and notifications in ${languageName(parsed.data)}.`);
  });
}

const runSetPlan = (email: string, plan: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const users = await core.accounts.users.listUsers(systemActor);
    const user = users.find((one) => one.email.toLowerCase() === email.toLowerCase());
    if (!user) throw new AppError('not_found', `Account ${email} not found`);
    await core.accounts.billing.grant(systemActor, Number(user.id), plan);
    out.result({ ...user, plan }, () => `${user.email} is now on the ${plan} plan.`);
  });

const runDisable = (email: string, options: Shared & { undo?: boolean }) =>
  withCore(options, async (core, out) => {
    const user = await core.accounts.users.setDisabled(systemActor, email, !options.undo);
    out.result(user, () => `${user.email} is ${user.disabled ? 'disabled and signed out' : 'enabled'}.`);
  });

async function runDelete(email: string, options: Shared & { yes?: boolean }): Promise<void> {
  await withCore(options, async (core, out) => {
    const found = (await core.accounts.users.listUsers(systemActor)).find((one) => one.email.toLowerCase() === email.toLowerCase());
    if (!found) throw new AppError('not_found', `Account ${email} not found`);
    if (!options.yes)
      throw new AppError(
        'conflict',
        `This deletes ${found.username} (${found.email}) with all campaigns, posts, and leads. Add --yes to confirm.`,
      );
    const deleted = await core.accounts.users.deleteUser(systemActor, email);
    out.result(deleted, () => `Deleted ${deleted.username} (${deleted.email}).`);
  });
}

const runMerge = (email: string, other: string, options: Shared & { yes?: boolean }) =>
  withCore(options, async (core, out) => {
    const { findByEmail } = core.accounts.workspaces;
    const [user, into] = [await findByEmail(systemActor, email), await findByEmail(systemActor, other)];
    if (!options.yes)
      throw new AppError(
        'conflict',
        `This moves everything of ${user.username} to ${into.username}, and disables ${user.username}. Add --yes to confirm.`,
      );
    const merged = await core.instance.admin.mergeUsers(systemActor, user.id, { intoId: into.id, name: user.username });
    out.result(merged, () => `${user.username} was merged into ${merged.username}, and is disabled.`);
  });

const runReset = (email: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const made = await core.accounts.users.createResetLink(systemActor, email);
    out.result(made, () => made.link);
    out.say(`The link works once and expires at ${made.expiresAt}.`);
  });

const runResetTwoFactor = (email: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    const { wasOn, passkeys } = await core.accounts.users.resetTwoFactor(systemActor, email);
    const removed = passkeys === 0 ? '' : ` Removed ${passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`}.`;
    out.result(
      { email, wasOn, passkeys },
      () =>
        (wasOn ? `Two-factor login is off for ${email}: the password alone signs in.` : `Two-factor login was already off for ${email}.`) +
        removed,
    );
  });

export function addUserCommands(program: Command): void {
  const user = noun(program, 'user', 'Manage accounts');
  leaf(user, { usage: 'list', about: 'List all accounts', example: 'earshot user list --json' }).action(runList);
  leaf(user, {
    usage: 'add <username> <email>',
    about: 'Add an account; prompts for the password or reads it from standard input',
    example: 'earshot user add ada ada@example.com < password.txt',
  })
    .option('--admin', 'give the account the admin role')
    .action(runAdd);
  leaf(user, {
    usage: 'set-role <email> <role>',
    about: "Change a role; ends the user's sessions",
    example: 'earshot user set-role ada@example.com admin',
  }).action(runSetRole);
  leaf(user, {
    usage: 'set-language <email> <language>',
    about: 'Choose the language of emails and notifications',
    example: 'earshot user set-language ada@example.com de',
  }).action(runSetLanguage);
  leaf(user, {
    usage: 'set-plan <email> <plan>',
    about: 'Give an account a plan from billing.plans without charging it',
    example: 'earshot user set-plan ada@example.com team',
  }).action(runSetPlan);
  leaf(user, {
    usage: 'reset-password <email>',
    about: 'Print a one-time link to set a new password',
    example: 'earshot user reset-password ada@example.com',
  }).action(runReset);
  leaf(user, {
    usage: 'reset-2fa <email>',
    about: 'Turn off two-factor login and remove the passkeys of someone who lost their phone and recovery codes',
    example: 'earshot user reset-2fa ada@example.com',
  }).action(runResetTwoFactor);
  leaf(user, { usage: 'disable <email>', about: 'Disable an account', example: 'earshot user disable ada@example.com' })
    .option('--undo', 'enable the account again')
    .action(runDisable);
  leaf(user, {
    usage: 'merge <email> <into>',
    about: 'Merge an account into another one of the same person, and disable it',
    example: 'earshot user merge ada@old.example ada@example.com --yes',
  })
    .option('--yes', 'confirm without a prompt')
    .action(runMerge);
  leaf(user, {
    usage: 'delete <email>',
    about: 'Delete an account with everything in it',
    example: 'earshot user delete ada@example.com --yes',
  })
    .option('--yes', 'confirm without a prompt')
    .action(runDelete);
}

interface TokenOptions extends Shared {
  user?: string;
  scope?: string;
  tool?: string[];
}

const runCreate = (name: string, options: TokenOptions) =>
  withCore(options, async (core, out) => {
    const parsed = checked(newTokenSchema, { name, scope: options.scope, tools: options.tool }, "Couldn't create the token");
    const made = await core.accounts.tokens.create(await actingUser(core, options.user), parsed);
    out.say("Save it now; it won't be shown again.");
    out.result(made, () => made.token);
  });

const runTokenList = (options: TokenOptions) =>
  withCore(options, async (core, out) => {
    const { items } = await core.accounts.tokens.list(await actingUser(core, options.user));
    const rows = items.map(({ id, name, scope, tools, hint, assistant, workspace, createdAt, lastUsedAt }) => [
      id,
      name,
      scope,
      tools.join(' '),
      assistant ?? `${hint}…`,
      workspace,
      createdAt,
      lastUsedAt,
    ]);
    out.result(items, () => table(['ID', 'Name', 'Scope', 'MCP tools', 'Token or host', 'Workspace', 'Created', 'Last used'], rows));
  });

const runRevoke = (id: string, shared: Shared) =>
  withCore(shared, async (core, out) => {
    await core.accounts.tokens.revoke(systemActor, idOf(id, 'Token'));
    out.result({ revoked: id }, () => `Token ${id} revoked.`);
  });

export function addTokenCommands(program: Command): void {
  const token = noun(program, 'token', 'Manage API tokens (docs/api.md)');
  const whose = ['--user <email>', 'account to use (required if there are several)'] as const;
  leaf(token, {
    usage: 'create <name>',
    about: "Create a token and print it (it can't be shown again)",
    example: 'earshot token create "CRM import" --scope write',
  })
    .option(...whose)
    .option('--scope <scope>', `${programScopeSchema.options.join(' or ')} (default: read)`)
    .option('--tool <name>', `MCP tool that it may use, with write access: ${mcpWriteTools.join(', ')} (repeatable)`, collect)
    .action(runCreate);
  leaf(token, { usage: 'list', about: 'List tokens without their secrets, and connected assistants', example: 'earshot token list' })
    .option(...whose)
    .action(runTokenList);
  leaf(token, { usage: 'revoke <id>', about: 'Revoke a token, or disconnect an assistant', example: 'earshot token revoke 3' }).action(
    runRevoke,
  );
}
