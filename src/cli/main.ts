import { CommanderError } from 'commander';
import { explain } from './exit.ts';
import { buildProgram } from './program.ts';

async function main(argv: readonly string[]): Promise<void> {
  try {
    await buildProgram().parseAsync([...argv]);
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
