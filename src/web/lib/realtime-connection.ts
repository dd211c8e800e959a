import type { ManagerOptions, Socket, SocketOptions } from 'socket.io-client';
import type { ClientToServerEvents, ServerToClientEvents } from '#shared/events.ts';
import { basePath } from './base-path.ts';
import { createCell } from './cell.ts';
import type { Log } from './log.ts';
import { createRealtimeEvents, type RealtimeEvents } from './realtime-events.ts';
import type { ShowToast } from './show-toast.ts';

type AppSocket = Socket<ServerToClientEvents, ClientToServerEvents>;
/** The `io` of socket.io-client. */
export type OpenSocket = (url: string, options: Partial<ManagerOptions & SocketOptions>) => AppSocket;

interface Parts {
  /** Loads the client on demand: most first visits never need it. */
  loadClient: () => Promise<OpenSocket>;
  showToast: ShowToast;
  log: Log;
  /** Gets the path prefixes of cached reads that are out of date. */
  onStale: (keys: readonly string[]) => void;
}

export interface RealtimeConnection {
  isConnected: () => boolean;
  /** Called whenever `isConnected` changes. */
  subscribe: (listener: () => void) => () => void;
  /** An empty `url` means that this server has no realtime connection. `standing` is asked each time it connects. */
  open: (url: string, token: string, standing?: () => string | undefined) => Promise<void>;
  close: () => void;
  /** Both are no-ops while disconnected. */
  join: (campaignId: string) => void;
  leave: (campaignId: string) => void;
  tellReplying: ClientToServerEvents['replying'];
  on: RealtimeEvents['on'];
}

/** Milliseconds; the value is fixed. */
export const socketOptions = { path: `${basePath}/socket.io`, reconnectionDelay: 1000, reconnectionDelayMax: 5000, timeout: 20_000 };

export function createRealtime({ loadClient, showToast, log, onStale }: Parts): RealtimeConnection {
  const { on, receive } = createRealtimeEvents({ showToast, log, onStale });
  const connected = createCell(false);
  let socket: AppSocket | null = null;
  let opened = 0;

  const attach = (next: AppSocket) => {
    let connectedBefore = false;
    next.on('connect', () => {
      connected.set(true);
      // Events sent while disconnected are lost, so everything is refetched.
      if (connectedBefore) onStale(['/']);
      connectedBefore = true;
    });
    next.on('disconnect', (reason) => {
      connected.set(false);
      if (reason !== 'io server disconnect') return;
      // Disconnected by the server, for example because the session ended: the next request then leads to /login.
      onStale(['/']);
      // The server also does this when it stops, and the client doesn't reconnect by itself.
      setTimeout(() => socket === next && next.connect(), socketOptions.reconnectionDelayMax);
    });
    next.on('connect_error', (error) => log.warn(`Realtime connection failed: ${error.message}`));
    next.onAny(receive);
  };

  const close = () => {
    opened += 1;
    socket?.disconnect();
    socket = null;
    connected.set(false);
  };

  const open: RealtimeConnection['open'] = async (url, token, standing) => {
    close();
    if (url === '') {
      log.info('Realtime connection disabled for serverless deployment');
      return;
    }
    const mine = opened;
    try {
      const client = await loadClient();
      if (mine !== opened) return;
      socket = client(url, { ...socketOptions, auth: (send) => send({ token, standing: standing?.() }) });
      attach(socket);
    } catch (error) {
      log.warn('Realtime client could not be loaded', error);
    }
  };

  const emit = <E extends keyof ClientToServerEvents>(event: E, ...args: Parameters<ClientToServerEvents[E]>) => {
    if (connected.get()) socket?.emit(event, ...args);
  };
  return {
    isConnected: connected.get,
    subscribe: connected.subscribe,
    open,
    close,
    join: (campaignId) => emit('join-campaign', campaignId),
    leave: (campaignId) => emit('leave-campaign', campaignId),
    tellReplying: (postId, isWriting) => emit('replying', postId, isWriting),
    on,
  };
}
