import { Link } from 'react-router-dom';
import { useDashboard } from '#web/lib/dashboard.ts';
import { Button } from '#web/ui/button.tsx';
import { Dot } from '#web/ui/status-dot.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';
import { coverageTexts } from './texts.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { usePublicSettings } from '#web/lib/public-settings.tsx';
import { useRealtime } from '#web/lib/realtime.tsx';
import { communityLabel } from '#shared/labels.ts';
import type { Dashboard } from '#shared/dashboard.ts';

interface Coverage {
  tone: 'good' | 'warn' | 'bad' | 'off';
  text: string;
  /** One line for each stream that couldn't be read, or one sentence if all is well. */
  detail: string[];
}

export function describeCoverage({ total, monitored, problems, reddit }: Dashboard['monitored']): Coverage {
  if (total === 0) return { tone: 'off', text: coverageTexts.idle, detail: [] };
  const tone = monitored >= total ? 'good' : monitored === 0 ? 'bad' : 'warn';
  const detail = [...(reddit === null ? [] : [reddit]), ...problems.map(({ name, message: words }) => `${communityLabel(name)}: ${words}`)];
  return {
    tone,
    text: coverageTexts.monitoring(monitored, total),
    detail: detail.length > 0 || tone !== 'good' ? detail : [coverageTexts.allWell(total)],
  };
}

const disconnected: Coverage = { tone: 'bad', text: coverageTexts.disconnected, detail: [coverageTexts.reconnecting] };

/** `compact` shows only the dot and leaves the text to screen readers. */
export function CoverageStatus({ compact }: { compact: boolean }) {
  const { data } = useDashboard();
  const isDisconnected = useIsDisconnected();
  if (!data && !isDisconnected) return null;
  const { tone, text, detail } = isDisconnected || !data ? disconnected : describeCoverage(data.monitored);
  const link = (
    <Button asChild variant="ghost" size={compact ? 'icon' : 'default'} className="font-normal!">
      <Link to="/dashboard/campaigns">
        <Dot tone={tone} />
        <span className={compact ? 'sr-only' : 'ml-0.5'}>{text}</span>
      </Link>
    </Button>
  );
  if (detail.length === 0) return link;
  return (
    <Tooltip
      content={
        <span className="flex flex-col">
          {detail.slice(0, 6).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </span>
      }
    >
      {link}
    </Tooltip>
  );
}

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

/** Whether live updates have been interrupted for a few seconds, because the server or the network is down. */
function useIsDisconnected(): boolean {
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
