import type { IncomingMessage } from 'node:http';
import type { Server } from 'socket.io';
import { NetworkSlots } from '#core/platform/slots.ts';

interface AdmissionOptions {
  addressOf: (request: IncomingMessage) => string;
  /** How long a connection may stay open without sign-in. */
  waitMs?: number | undefined;
}
const maxPerNetwork = 50;
const maxWaiting = 2_000;

/** The part of engine.io's socket that is used here; its types aren't exported. */
interface EngineConnection {
  request: IncomingMessage;
  readyState: string;
  once(event: 'close', listener: () => void): unknown;
  /** `true`: closes immediately, without waiting for the client's next poll. */
  close(discard: boolean): void;
}

/**
 * Limits connections without a signed-in user. Anyone can open one and each uses memory, so they are limited per network, with
 * IPv6 also per /56 and /48, and in total, and closed after a timeout.
 */
export function createSocketAdmission({ addressOf, waitMs = 10_000 }: AdmissionOptions) {
  const slots = new NetworkSlots(maxPerNetwork);
  const leaveOf = new WeakMap<EngineConnection, () => void>();
  let waiting = 0;

  function admit(connection: EngineConnection): void {
    leaveOf.get(connection)?.();
  }
  /** Starts when the connection opens, and again when its user signs out. */
  function wait(connection: EngineConnection): void {
    admit(connection);
    if (connection.readyState !== 'open') return;
    const giveBack = slots.take(addressOf(connection.request));
    const timer = setTimeout(() => connection.close(true), waitMs);
    waiting += 1;
    function leave(): void {
      clearTimeout(timer);
      leaveOf.delete(connection);
      waiting -= 1;
      giveBack();
    }
    leaveOf.set(connection, leave);
    connection.once('close', () => admit(connection));
  }

  return {
    hasCapacity: (request: IncomingMessage): boolean => waiting < maxWaiting && slots.fullOf(addressOf(request)) === null,
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
