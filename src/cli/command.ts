import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import type * as z from 'zod';
import { idSchema } from '#shared/common.ts';
import { checkAgainst } from '#shared/issue-messages.ts';
import type { Core } from '#core/open.ts';
import { systemActor, type Actor } from '#core/platform/actor.ts';
import { loadConfig, type Config } from '#core/platform/config.ts';
import { AppError } from '#core/platform/errors.ts';
import { createOutput, type Output } from './output.ts';

/** The account that a command acts for: the given one, or the only one. */
export async function actingUser(core: Core, email: string | undefined): Promise<Extract<Actor, { kind: 'user' }>> {
  const users = await core.accounts.users.listUsers(systemActor);
  const found =
    email === undefined
      ? users.length === 1
        ? users[0]
        : undefined
      : users.find((user) => user.email.toLowerCase() === email.toLowerCase());
  if (found) return { kind: 'user', userId: found.id, role: found.role };
  if (email !== undefined) throw new AppError('not_found', `Account ${email} not found`);
  if (users.length === 0)
    throw new AppError('conflict', 'There are no accounts yet. Add one: earshot user add ada ada@example.com --admin');
  throw new AppError('invalid', '`--user EMAIL` is required: there are several accounts');
}

/** An ID from the command line. Throws `not_found` for text that can't be one; `noun` is what has the ID: "Lead". */
export function idOf(text: string, noun: string): string {
  const parsed = idSchema.safeParse(text);
  if (!parsed.success) throw new AppError('not_found', `${noun} ${text} not found`);
  return parsed.data;
}

/** The value by its schema. Throws `invalid` with every problem. */
export function checked<S extends z.ZodType>(schema: S, value: unknown, failure: string): z.output<S> {
  const result = checkAgainst(schema, value);
  if ('details' in result) throw new AppError('invalid', failure, result);
  return result.data;
}

/**
 * Prompts on the terminal without echo, or reads the first line of standard input; never an argument, which other users could
 * see.
 */
export async function readSecret(prompt: string): Promise<string> {
  const isTerminal = process.stdin.isTTY;
  if (isTerminal) process.stderr.write(`${prompt}: `);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTerminal });
  try {
    for await (const line of lines) return line;
    throw new AppError('invalid', `${prompt}: standard input is empty`);
  } finally {
    lines.close();
    if (isTerminal) process.stderr.write('\n');
  }
}

/** Of an option that may be given several times. */
export const collect = (value: string, before: string[] = []): string[] => [...before, value];

export interface Shared {
  config?: string;
  json?: boolean;
}

interface Leaf {
  /** Name and arguments in commander's syntax: `show <id>`. */
  usage: string;
  about: string;
  example: string;
  /** Runs when the noun is given alone. */
  isDefault?: boolean;
}

/** A command with what all commands share: `--config`, `--json`, and an example in its help. */
export function leaf(parent: Command, { usage, about, example, isDefault = false }: Leaf): Command {
  return parent
    .command(usage, { isDefault })
    .description(about)
    .option('--config <file>', 'configuration file (default: $EARSHOT_CONFIG, then ./config.yaml)')
    .option('--json', 'print JSON on stdout')
    .addHelpText('after', `\nExample:\n  $ ${example}`);
}

/** A noun that groups commands: `earshot user …`. */
export const noun = (parent: Command, name: string, about: string): Command => parent.command(name).description(about);

export interface Tools {
  config: Config;
  out: Output;
}

export function toolsOf(shared: Shared): Tools {
  return { config: loadConfig(shared.config), out: createOutput(shared.json === true) };
}

/** "command line (ada)", or without the name where the system knows none. */
function operatorName(): string {
  try {
    return `command line (${userInfo().username})`;
  } catch {
    return 'command line';
  }
}

/** Opens the core, possibly while a server is running, and always closes it. */
export async function withCore(
  shared: Shared,
  work: (core: Core, out: Output) => Promise<void>,
  adjust: (config: Config) => Config = (config) => config,
): Promise<void> {
  const { config: read, out } = toolsOf(shared);
  const config = adjust(read);
  // Loaded here so that commands without a database start faster.
  const [{ createLog }, { openCore }] = await Promise.all([import('#core/platform/log.ts'), import('#core/open.ts')]);
  const core = await openCore(config, {
    log: await createLog(config.log.level === 'info' ? 'warn' : config.log.level, process.stderr.isTTY),
    hold: 'beside',
    operator: operatorName(),
  });
  try {
    await work(core, out);
  } finally {
    await core.close();
  }
}
