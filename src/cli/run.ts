import { CommanderError } from 'commander';
import { explain } from './exit.ts';
import { buildProgram } from './program.ts';

const lingerMs = 2_000;

/** Runs one command line. Errors become lines on stderr and an exit status. */
export async function run(argv: readonly string[]): Promise<void> {
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
    // Anything left open after an error must not keep the process alive.
    setTimeout(() => process.exit(status), lingerMs).unref();
  }
}
