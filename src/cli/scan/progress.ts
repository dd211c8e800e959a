import { statSync } from 'node:fs';
import { SingleBar } from 'cli-progress';

export interface Progress {
  /** Bytes of the file read so far, out of its size on disk. */
  at(bytes: number): void;
  stop(): void;
}

/** A progress bar on a terminal; nothing elsewhere, to keep logs readable. */
export function startProgress(file: string, items: () => number): Progress {
  if (!process.stderr.isTTY) return { at: () => undefined, stop: () => undefined };
  const bar = new SingleBar({
    format: '{bar} {percentage} % · {items} read',
    barCompleteChar: '━',
    barIncompleteChar: '─',
    hideCursor: true,
    clearOnComplete: true,
    stream: process.stderr,
    etaBuffer: 50,
  });
  bar.start(Math.max(1, statSync(file, { throwIfNoEntry: false })?.size ?? 1), 0, { items: 0 });
  return { at: (bytes) => bar.update(bytes, { items: items() }), stop: () => bar.stop() };
}
