import { statSync } from 'node:fs';

export interface Progress {
  /** Bytes of the file read so far, out of its size on disk. */
  at(bytes: number): void;
  stop(): void;
}

const barWidth = 40;
const redrawMs = 100;
/** Returns to the start of the line and clears it. */
const clearLine = '\r\u001b[K';

/** Such as `━━━━──── 50 % · 12 read`. */
export function lineOf(read: number, size: number, items: number): string {
  const share = Math.min(1, read / Math.max(1, size));
  const done = Math.floor(share * barWidth);
  return `${'━'.repeat(done)}${'─'.repeat(barWidth - done)} ${Math.floor(share * 100)} % · ${items} read`;
}

/** A progress bar on a terminal; nothing elsewhere, to keep logs readable. */
export function startProgress(file: string, items: () => number, out: NodeJS.WriteStream = process.stderr): Progress {
  if (!out.isTTY) return { at: () => undefined, stop: () => undefined };
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 1;
  let drawnAt = 0;
  return {
    at(bytes) {
      if (Date.now() - drawnAt < redrawMs) return;
      drawnAt = Date.now();
      out.write(clearLine + lineOf(bytes, size, items()));
    },
    stop: () => void out.write(clearLine),
  };
}
