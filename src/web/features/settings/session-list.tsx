import { LogOut } from 'lucide-react';
import { authRoutes, type SignedInDevice } from '#shared/auth.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { ListSkeleton } from '#web/ui/skeleton.tsx';
import { sessionListTexts as texts } from './texts.ts';

async function end(id: string): Promise<void> {
  try {
    await call(authRoutes.endSession, { params: { id } });
    showToast.success(texts.ended);
  } catch (error) {
    showToast.error(error instanceof Error ? error.message : texts.failed);
  }
  markStale([authRoutes.sessions.path]);
}

function SessionRow({ id, device, address, lastUsedAt, current }: SignedInDevice) {
  const name = device || texts.unknownDevice;
  return (
    <li className="flex items-center gap-3 border-b border-line py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 text-14 font-medium">
          {name}
          {current ? <Badge tone="outline">{texts.current}</Badge> : null}
        </p>
        <p className="text-12 text-muted">
          {address ? <span className="wrap-anywhere">{address} · </span> : null}
          {texts.lastUsed} <TimeAgo at={lastUsedAt} />
        </p>
      </div>
      {current ? null : <IconButton small label={texts.end(name)} icon={LogOut} onClick={() => void end(id)} />}
    </li>
  );
}

/** Devices where this account is logged in, most recently used first. */
export function SessionList() {
  const { data, error, mutate, isValidating } = useApi(authRoutes.sessions, {});
  if (!data) {
    if (!error) return <ListSkeleton rows={2} />;
    return (
      <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
        {texts.failed} {error.message}
      </ErrorState>
    );
  }
  return (
    <ul aria-label={texts.label}>
      {data.items.map((session) => (
        <SessionRow key={session.id} {...session} />
      ))}
    </ul>
  );
}
