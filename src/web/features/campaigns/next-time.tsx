import { useMinute } from '#web/lib/minute.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { texts } from './texts.ts';

/** When something is due. Overdue means it runs with the next scheduler tick. */
export function NextTime({ at, otherwise = '–' }: { at: string | null; otherwise?: string }) {
  const now = useMinute();
  if (!at) return <span className="text-muted">{otherwise}</span>;
  return Date.parse(at) <= now ? <span title={at}>{texts.soon}</span> : <TimeAgo at={at} />;
}
