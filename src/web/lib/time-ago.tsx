import { exactTime, relativeTime } from './format.ts';
import { useNow } from './now.ts';
import { useAuth } from './session.tsx';

/** "3 h ago", exact on hover in the user's zone. */
export function TimeAgo({ at, className }: { at: string; className?: string }) {
  const { user } = useAuth();
  const now = useNow();
  return (
    <time dateTime={at} title={exactTime(at, { timeZone: user?.settings.timezone })} className={className}>
      {relativeTime(at, now)}
    </time>
  );
}
