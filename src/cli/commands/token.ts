import type { Command } from 'commander';
import { mcpWriteTools, newTokenSchema, programScopeSchema } from '#shared/tokens.ts';
import { systemActor } from '#core/platform/actor.ts';
import { actingUser, checked, collect, idOf, leaf, noun, type Shared, withCore } from '../command.ts';
import { table } from '../output.ts';

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

const runList = (options: TokenOptions) =>
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
    .action(runList);
  leaf(token, { usage: 'revoke <id>', about: 'Revoke a token, or disconnect an assistant', example: 'earshot token revoke 3' }).action(
    runRevoke,
  );
}
