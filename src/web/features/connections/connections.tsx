import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { type ConnectionId, connectionRoutes } from '#shared/connections.ts';
import { useApi } from '#web/lib/api.ts';
import { LeaveGuard } from '#web/lib/leave-guard.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { TableSkeleton } from '#web/ui/skeleton.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { connectionTexts as texts, firstTexts } from './texts.ts';

/** Shown after the first account of an instance was created. */
function FirstStep() {
  return (
    <Note
      tone="good"
      action={
        <Button size="sm" variant="outline" asChild>
          <Link to="/dashboard">{firstTexts.skip}</Link>
        </Button>
      }
    >
      <b className="block font-medium">{firstTexts.title}</b>
      {firstTexts.text}
    </Note>
  );
}

/** What the instance is connected to. */
export function ConnectionsPanel() {
  const { data, error, mutate, isValidating } = useApi(connectionRoutes.list, {}, { revalidateOnFocus: false });
  const [query] = useSearchParams();
  const [dirty, setDirty] = useState<ReadonlySet<ConnectionId>>(new Set());
  const isFirst = query.has('first');
  const note = (id: ConnectionId, isDirty: boolean) =>
    setDirty((now) => new Set(isDirty ? [...now, id] : [...now].filter((other) => other !== id)));

  if (!data && error)
    return (
      <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
        {texts.failed} {error.message}
      </ErrorState>
    );
  if (!data) return <TableSkeleton columns={2} />;
  return (
    <div className="flex max-w-160 flex-col gap-12">
      <LeaveGuard isDirty={dirty.size > 0} holds="address" />
      {isFirst ? <FirstStep /> : null}
      <p className="-mb-6 text-14 text-muted">{texts.lead}</p>
      {data.items.map((connection) => (
        <ConnectionForm
          key={connection.id}
          connection={connection}
          all={data}
          onSaved={(all) => void mutate(all, { revalidate: false })}
          onDirty={(isDirty) => note(connection.id, isDirty)}
        />
      ))}
      {isFirst ? (
        <Button size="lg" className="self-start" asChild>
          <Link to="/dashboard">{firstTexts.done}</Link>
        </Button>
      ) : null}
    </div>
  );
}
