import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '#core/platform/log.ts';
import { NetworkSlots } from '#core/platform/slots.ts';
import { minuteMs } from '#shared/time.ts';
import { createTrust } from './address.ts';
import { hasBody } from './body.ts';

interface ConnectionLimitOptions {
  perAddress: number;
  /** Of all clients together. */
  total: number;
  trustedProxies: readonly string[];
  log: Log;
}

/** Closing takes a moment: Node itself refuses connections only beyond this many more. */
const closing = 250;

function refusalOf(status: string, message: string): string {
  const head = ['Retry-After: 10', 'Content-Type: text/plain; charset=utf-8', `Content-Length: ${message.length}`, 'Connection: close'];
  return [`HTTP/1.1 ${status}`, ...head, '', message].join('\r\n');
}
const refusals = {
  network: refusalOf(
    '429 Too Many Requests',
    'Too many connections from your network are open. Close some, or try again in a few seconds.\n',
  ),
  all: refusalOf('503 Service Unavailable', 'Too many connections are open. Try again in a few seconds.\n'),
};

const signedIn = new WeakSet<Socket>();
/** Called once a request on this connection has shown who sends it: its upload isn't cut off for a stranger's connection. */
export const noteSignedIn = (socket: Socket): void => void signedIn.add(socket);

/** Knows which connections could be closed without ending what somebody asked for. */
function watchRequests(server: Server) {
  /** Oldest first: connections that have sent no request, or no whole head of one, and those whose request lacks the rest of its body. */
  const [silent, unfinished] = [new Set<Socket>(), new Set<Socket>()];
  const running = new WeakMap<Socket, number>();

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    running.set(socket, (running.get(socket) ?? 0) + 1);
    silent.delete(socket);
    if (hasBody(request)) {
      unfinished.add(socket);
      request.once('end', () => unfinished.delete(socket));
    }
    response.once('close', () => {
      unfinished.delete(socket);
      const left = (running.get(socket) ?? 1) - 1;
      running.set(socket, left);
      if (left === 0 && !socket.destroyed) silent.add(socket);
    });
  });
  server.on('upgrade', ({ socket }: IncomingMessage) => silent.delete(socket));

  function oldestOf(sockets: Set<Socket>): Socket | undefined {
    for (const socket of sockets) if (!signedIn.has(socket) || sockets === silent) return socket;
    return undefined;
  }
  return {
    add(socket: Socket): void {
      silent.add(socket);
      socket.once('close', () => {
        silent.delete(socket);
        unfinished.delete(socket);
      });
    },
    /** Closes the oldest connection without a complete request. False if there is none. */
    closeOldest(): boolean {
      const oldest = oldestOf(silent) ?? oldestOf(unfinished);
      if (!oldest) return false;
      silent.delete(oldest);
      unfinished.delete(oldest);
      oldest.destroy();
      return true;
    },
  };
}

/**
 * Limits the open connections of one network, so that it can't use up everyone's; an IPv6 address also counts for its /56 and its
 * /48. Proxies in `http.trustedProxies` aren't limited, because they connect for everyone. When all connections are taken, the
 * oldest one that hasn't sent a complete request is closed for the new one: otherwise a few networks that never finish their
 * requests would keep everyone out.
 */
export function limitConnections(server: Server, { perAddress, total, trustedProxies, log }: ConnectionLimitOptions): void {
  const slots = new NetworkSlots(perAddress);
  const isTrusted = createTrust(trustedProxies);
  const requests = watchRequests(server);
  server.maxConnections = total + closing;
  let opened = 0;
  let warnedAt = -minuteMs;

  function refuse(socket: Socket, refusal: string): void {
    socket.write(refusal);
    socket.destroySoon();
  }
  function warn(network: string): void {
    if (performance.now() - warnedAt < minuteMs) return;
    warnedAt = performance.now();
    log.warn({ network, limit: perAddress }, 'too many connections from one address; if it is your proxy, set http.trustedProxies');
  }

  // Runs before Node's own listener, so that nothing is read from a refused connection.
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const isLimited = !isTrusted(address);
    const full = isLimited ? slots.fullOf(address) : null;
    if (full !== null) {
      refuse(socket, refusals.network);
      warn(full);
      return;
    }
    if (opened >= total && !requests.closeOldest()) {
      refuse(socket, refusals.all);
      return;
    }
    opened += 1;
    const leave = isLimited ? slots.take(address) : null;
    requests.add(socket);
    socket.once('close', () => {
      opened -= 1;
      leave?.();
    });
  });
}
