import type { ManagerOptions, Socket, SocketOptions } from 'socket.io-client';
import type { ClientToServerEvents, ServerToClientEvents, EventName, EventPayload } from '#shared/events.ts';
import { authorLabel, communityLabel } from '#shared/labels.ts';
import { basePath } from './base-path.ts';
import { createCell, createSignal, type Signal } from './cell.ts';
import { t, tSent } from './language.ts';
import type { Log } from './log.ts';
import type { ShowToast } from './show-toast.ts';

type Announcers = { [E in EventName]?: (payload: EventPayload<E>, showToast: ShowToast) => void };

/** Toasts for live events. Texts and durations (milliseconds) are fixed. */
const announcers: Announcers = {
  'scrape-start': (_, showToast) => showToast.info(t('Monitoring started for campaign'), 3000),
  'scrape-progress': ({ subreddit, leads }, showToast) => {
    if (leads > 0)
      showToast.info(
        t('Found {leads, plural, one {# new lead} other {# new leads}} in {subreddit}', { leads, subreddit: communityLabel(subreddit) }),
        4000,
      );
  },
  'scrape-complete': ({ totalPosts, totalComments, newLeads }, showToast) =>
    showToast.success(
      t(
        'Analysis complete: {totalPosts, plural, one {# post} other {# posts}}, {totalComments, plural, one {# comment} other {# comments}}, {newLeads, plural, one {# new lead} other {# new leads}}',
        { totalPosts, totalComments, newLeads },
      ),
    ),
  'scrape-error': ({ error }, showToast) => showToast.error(t('Monitoring error: {error}', { error: tSent(error) })),
  'reddit-ended': ({ message }, showToast) => showToast.error(tSent(message)),
  'new-lead': ({ lead }, showToast) =>
    showToast.info(
      t('New lead found: {redditUsername} ({confidence})', {
        redditUsername: authorLabel(lead.redditUsername),
        confidence: lead.confidence,
      }),
    ),
};

interface RealtimeEvents {
  /** Returns a function that unsubscribes. */
  on: <E extends EventName>(event: E, handler: (payload: EventPayload<E>) => void) => () => void;
  /** Passes an event on to its listeners, if there are any. */
  receive: (event: string, payload: unknown) => void;
}

/** An announcer without the type of its event, which a loop over all of them can't keep. */
type Announce = (payload: unknown, showToast: ShowToast) => void;

/** The map is loaded with the first fact, because the first view doesn't need it. If it can't be loaded, everything is stale. */
async function markChanged(changed: readonly string[], onStale: Parts['onStale']): Promise<void> {
  const map = await import('./stale-keys.ts').catch(() => null);
  onStale(map ? map.staleKeysOf(changed) : ['/']);
}

/** Handles the server's events: shows toasts, marks stale data and notifies listeners. */
function createRealtimeEvents({ showToast, log, onStale }: Omit<Parts, 'loadClient'>): RealtimeEvents {
  const signals = new Map<string, Signal<unknown>>();
  const on: RealtimeEvents['on'] = (event, handler) => {
    const signal = signals.get(event) ?? createSignal();
    signals.set(event, signal);
    return signal.listen((payload) => handler(payload as never));
  };

  for (const event of Object.keys(announcers) as EventName[]) {
    on(event, (payload) => (announcers[event] as Announce | undefined)?.(payload, showToast));
  }
  on('stale', ({ keys }) => void markChanged(keys, onStale));
  on('system-health', (payload) => log.info(`System health: ${JSON.stringify(payload)}`));
  on('cleanup-complete', (payload) => log.info(`Cleanup complete: ${JSON.stringify(payload)}`));
  return { on, receive: (event, payload) => signals.get(event)?.send(payload) };
}

type AppSocket = Socket<ServerToClientEvents, ClientToServerEvents>;
/** The `io` of socket.io-client. */
type OpenSocket = (url: string, options: Partial<ManagerOptions & SocketOptions>) => AppSocket;

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
const socketOptions = { path: `${basePath}/socket.io`, reconnectionDelay: 1000, reconnectionDelayMax: 5000, timeout: 20_000 };

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
