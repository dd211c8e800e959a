import { Command, CommanderError } from 'commander';
import { product, version } from '#shared/product.ts';
import { addDataCommands } from './commands/data.ts';
import { addDoctor } from './commands/doctor.ts';
import { addInit } from './commands/init.ts';
import { addScan } from './commands/scan.ts';
import { explain } from './exit.ts';

function buildProgram(): Command {
  const program = new Command('earshot')
    .description(`${product} hears the conversations on Reddit in which somebody needs what you sell.`)
    .version(version)
    .showHelpAfterError()
    .exitOverride();
  for (const add of [addInit, addDoctor, addScan, addDataCommands]) add(program);
  return program;
}

/** `exitOverride` of a parent does not reach commands that were added before it. */
function overrideAll(command: Command): void {
  command.exitOverride();
  for (const inner of command.commands) overrideAll(inner);
}

async function main(argv: readonly string[]): Promise<void> {
  const program = buildProgram();
  overrideAll(program);
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
      return;
    }
    const { lines, status } = explain(error);
    for (const line of lines) process.stderr.write(`${line}\n`);
    process.exitCode = status;
  }
}

// A reader that closes early (`earshot scan … | head`) ends the work without a word.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
await main(process.argv);
