import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '#core/platform/log.ts';
import { networkOf } from '#core/platform/limiter.ts';
import { minuteMs } from '#shared/time.ts';
import { createTrust } from './address.ts';

interface ConnectionLimitOptions {
  perAddress: number;
  trustedProxies: readonly string[];
  log: Log;
}

const refusal = 'HTTP/1.1 429 Too Many Requests\r\nRetry-After: 10\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/**
 * Limits the open connections of one network, so that it can't use up everyone's. Proxies in `http.trustedProxies` aren't
 * limited, because they connect for everyone.
 */
export function limitConnections(server: Server, { perAddress, trustedProxies, log }: ConnectionLimitOptions): void {
  const open = new Map<string, number>();
  const isTrusted = createTrust(trustedProxies);
  let warnedAt = -minuteMs;

  function refuse(socket: Socket, network: string): void {
    socket.write(refusal);
    socket.destroySoon();
    if (performance.now() - warnedAt < minuteMs) return;
    warnedAt = performance.now();
    log.warn({ network, limit: perAddress }, 'too many connections from one address; if it is your proxy, set http.trustedProxies');
  }

  // Runs before Node's own listener, so that nothing is read from a refused connection.
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (isTrusted(address)) return;
    const network = networkOf(address);
    const others = open.get(network) ?? 0;
    if (others >= perAddress) {
      refuse(socket, network);
      return;
    }
    open.set(network, others + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}
