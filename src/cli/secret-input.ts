import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { AppError } from '#core/platform/errors.ts';

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
