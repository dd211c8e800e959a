import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Systems give ports above to whoever asks for any. */
const [from, to] = [15_000, 32_000] as const;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => void probe.close(() => resolve(true)));
  });

/** For servers that must know their address before they start. No other program is given it meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(from, to);
    if (await isFree(port)) return port;
  }
}
