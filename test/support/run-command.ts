import { Readable, Writable } from 'node:stream';
import { run } from '#cli/run.ts';

export interface Printed {
  status: number;
  out: string;
  err: string;
}

function createSink(): { stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

/** Replaces a property of the process until the returned function is called. */
function replace(name: 'stdout' | 'stderr' | 'stdin' | 'env', value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(process, name) ?? {};
  Object.defineProperty(process, name, { value, configurable: true, enumerable: true, writable: true });
  return () => void Object.defineProperty(process, name, before);
}

/**
 * Runs one command in this process, with nothing but these variables: a process of its own takes half a second to load the code. What
 * only that shows (the launcher, signals, a pipe that closes, the log) needs `startEarshot`.
 */
export async function runCommand(args: readonly string[], environment: Record<string, string>, input = ''): Promise<Printed> {
  const [out, err] = [createSink(), createSink()];
  const { PATH, TMPDIR, TZ } = process.env;
  const kept = Object.fromEntries(Object.entries({ PATH, TMPDIR, TZ }).filter(([, value]) => value !== undefined));
  const { exitCode } = process;
  const leaving = new Set(process.listeners('exit'));
  const restore = [
    replace('stdout', out.stream),
    replace('stderr', err.stream),
    replace('stdin', Readable.from(input === '' ? [] : [Buffer.from(input)])),
    replace('env', { ...kept, EARSHOT_REDDIT__SOURCE: 'off', ...environment }),
  ];
  process.exitCode = 0;
  try {
    await run([process.execPath, 'bin/earshot', ...args]);
    return { status: process.exitCode, out: out.text(), err: err.text() };
  } finally {
    for (const undo of restore) undo();
    process.exitCode = exitCode;
    for (const listener of process.listeners('exit')) if (!leaving.has(listener)) process.off('exit', listener);
  }
}
