import type { Command } from 'commander';
import { loadConfig, type Config } from '#core/platform/config.ts';
import type { Core } from '#core/open.ts';
import { createOutput, type Output } from './output.ts';

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
  });
  try {
    await work(core, out);
  } finally {
    await core.close();
  }
}
