import { createContext, use, useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import type { EventName, EventPayload } from '#shared/events.ts';
import { standingOf } from '#shared/standing.ts';
import { markStale } from './api.ts';
import { log } from './log.ts';
import { usePublicSettings } from './public-settings.tsx';
import { createRealtime, type RealtimeConnection } from './realtime-connection.ts';
import { showToast } from './show-toast.ts';
import { useAuth } from './session.tsx';
import { whenIdle } from './when-idle.ts';

const connection = createRealtime({
  loadClient: async () => (await import('socket.io-client')).io,
  showToast,
  log,
  onStale: markStale,
});

type Realtime = Pick<RealtimeConnection, 'join' | 'leave' | 'tellReplying' | 'on'> & { connected: boolean };
const RealtimeContext = createContext<RealtimeConnection | null>(null);

/** Connected while a user is logged in and the server provides a socket URL. */
export function RealtimeProvider({ children }: { children: ReactNode }) {
  const { token, user } = useAuth();
  const url = usePublicSettings().data?.socketUrl;
  const standing = user ? standingOf({ workspaceId: user.workspace.id, member: user.workspace.role, role: user.role }) : undefined;
  const read = useRef(standing);
  useEffect(() => void (read.current = standing), [standing]);
  const isKnown = standing !== undefined;
  useEffect(() => {
    if (token === null || url === undefined || !isKnown) return undefined;
    const forget = whenIdle(() => void connection.open(url, token, () => read.current));
    return () => {
      forget();
      connection.close();
    };
  }, [token, url, isKnown]);
  return <RealtimeContext value={connection}>{children}</RealtimeContext>;
}

export function useRealtime(): Realtime {
  const realtime = use(RealtimeContext);
  if (!realtime) throw new Error('useRealtime must be used within a RealtimeProvider');
  const connected = useSyncExternalStore(realtime.subscribe, realtime.isConnected);
  return { connected, join: realtime.join, leave: realtime.leave, tellReplying: realtime.tellReplying, on: realtime.on };
}

/** Joins a campaign's room while the caller is mounted, also after a reconnect. */
export function useCampaignRoom(campaignId: string): void {
  const { connected, join, leave } = useRealtime();
  useEffect(() => {
    if (!connected) return undefined;
    join(campaignId);
    return () => leave(campaignId);
  }, [connected, campaignId, join, leave]);
}

/** Calls `handler` on each event of that name while the caller is mounted. Keep the handler's identity stable. */
export function useRealtimeEvent<E extends EventName>(event: E, handler: (payload: EventPayload<E>) => void): void {
  const { on } = useRealtime();
  useEffect(() => on(event, handler), [on, event, handler]);
}
