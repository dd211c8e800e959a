import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { vi } from 'vitest';

export type Environment = Record<string, string>;

/** Runs `bin/earshot` with nothing but these variables, on a free port and without Reddit. */
export const startEarshot = (args: readonly string[], environment: Environment): ChildProcess =>
  spawn(process.execPath, ['bin/earshot', ...args], {
    env: { PATH: process.env['PATH'] ?? '', EARSHOT_HTTP__PORT: '0', EARSHOT_REDDIT__SOURCE: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** The first group of the first line that matches. */
export async function firstMatch(input: NodeJS.ReadableStream | null, pattern: RegExp): Promise<string> {
  const seen: string[] = [];
  if (input)
    for await (const line of createInterface({ input })) {
      const found = pattern.exec(line)?.[1];
      if (found !== undefined) return found;
      seen.push(line);
    }
  throw new Error(`No line matches ${String(pattern)}:\n${seen.join('\n')}`);
}

export interface Ended {
  status: number | null;
  stdout: string;
  /** Lines of stderr. */
  lines: string[];
}

/** Waits for the command to end. */
export async function runEarshot(args: readonly string[], environment: Environment): Promise<Ended> {
  const child = startEarshot(args, environment);
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) child[stream]?.on('data', (chunk: Buffer) => (output[stream] += chunk.toString()));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, stdout: output.stdout, lines: output.stderr.trimEnd().split('\n') };
}

export interface Served {
  url: string;
  child: ChildProcess;
  /** What it wrote to stderr so far. */
  lines: string[];
  /** Printed where the first account needs it. */
  setUpCode(): Promise<string>;
  /** Ends it with SIGTERM and resolves with its exit status. */
  stop(): Promise<number | null>;
}

/** Starts a server and waits until it listens. */
export async function serveEarshot(environment: Environment): Promise<Served> {
  const child = startEarshot(['serve'], environment);
  const lines: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    if (child.stderr)
      createInterface({ input: child.stderr }).on('line', (line) => {
        lines.push(line);
        const found = /listening on (\S+)/.exec(line)?.[1];
        if (found !== undefined) resolve(found);
      });
    child.once('exit', () => reject(new Error(`It ended:\n${lines.join('\n')}`)));
  });
  return {
    url,
    child,
    lines,
    setUpCode: () => vi.waitUntil(() => /^Set-up code for the first account: (\S+)$/m.exec(lines.join('\n'))?.[1], { timeout: 60_000 }),
    async stop() {
      const ended = once(child, 'exit') as Promise<[number | null]>;
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}
