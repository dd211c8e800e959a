import { useEffect, useState, useSyncExternalStore } from 'react';
import { usePublicSettings } from '#web/lib/public-settings.ts';
import { useRealtime } from '#web/lib/realtime.tsx';

/** Shorter interruptions, such as a restart of the socket, aren't worth showing. */
const graceMs = 3000;

function subscribeOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Whether live updates have been gone for a few seconds: the server is down or the network is. */
export function useIsDisconnected(): boolean {
  const { connected } = useRealtime();
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  const hasSocket = Boolean(usePublicSettings().data?.socketUrl);
  const isDown = hasSocket && (!connected || !isOnline);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isDown) return undefined;
    const timer = setTimeout(() => setLate(true), graceMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isDown]);
  return isDown && isLate;
}
