import { exactTime, relativeTime } from './format.ts';
import { useMinute } from './minute.ts';
import { useAuth } from './session.tsx';

const unknownDate = 'date unknown';

/** "3 h ago", exact on hover in the user's zone. */
export function TimeAgo({ at, className }: { at: string | null; className?: string }) {
  const { user } = useAuth();
  const now = useMinute();
  if (at === null) return <span className={className}>{unknownDate}</span>;
  return (
    <time dateTime={at} title={exactTime(at, { timeZone: user?.settings.timezone })} className={className}>
      {relativeTime(at, now)}
    </time>
  );
}
