import type { IncomingMessage } from 'node:http';
import type { Server } from 'socket.io';
import { networkOf } from '#core/platform/limiter.ts';

interface AdmissionOptions {
  addressOf: (request: IncomingMessage) => string;
  /** How long a connection may be open without somebody signed in. */
  waitMs?: number | undefined;
}
const maxPerNetwork = 50;
const maxWaiting = 2_000;

/** The part of engine.io's socket that is used here; its types are not exported. */
interface EngineConnection {
  request: IncomingMessage;
  readyState: string;
  once(event: 'close', listener: () => void): unknown;
  /** `true`: at once, without waiting for the client to ask for more. */
  close(discard: boolean): void;
}

/**
 * Bounds the connections on which nobody has signed in. Anyone can open one, and each keeps memory, so they are few
 * for each network and together, and closed if they take too long.
 */
export function createSocketAdmission({ addressOf, waitMs = 10_000 }: AdmissionOptions) {
  const byNetwork = new Map<string, number>();
  const leaveOf = new WeakMap<EngineConnection, () => void>();
  let waiting = 0;
  const networkFrom = (request: IncomingMessage): string => networkOf(addressOf(request));

  function admit(connection: EngineConnection): void {
    leaveOf.get(connection)?.();
  }
  /** From its opening, and again from when somebody signed out on it. */
  function wait(connection: EngineConnection): void {
    admit(connection);
    if (connection.readyState !== 'open') return;
    const network = networkFrom(connection.request);
    const timer = setTimeout(() => connection.close(true), waitMs);
    waiting += 1;
    byNetwork.set(network, (byNetwork.get(network) ?? 0) + 1);
    function leave(): void {
      clearTimeout(timer);
      leaveOf.delete(connection);
      waiting -= 1;
      const left = (byNetwork.get(network) ?? 1) - 1;
      if (left > 0) byNetwork.set(network, left);
      else byNetwork.delete(network);
    }
    leaveOf.set(connection, leave);
    connection.once('close', () => admit(connection));
  }

  return {
    hasCapacity: (request: IncomingMessage): boolean => waiting < maxWaiting && (byNetwork.get(networkFrom(request)) ?? 0) < maxPerNetwork,
    watch(io: Server): void {
      io.engine.on('connection', (connection: EngineConnection) => wait(connection));
      io.on('connection', (socket) => {
        const connection = socket.conn as EngineConnection;
        admit(connection);
        socket.once('disconnect', () => wait(connection));
      });
    },
  };
}
