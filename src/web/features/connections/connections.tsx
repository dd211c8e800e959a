import { useState } from 'react';
import { type ConnectionId, connectionRoutes } from '#shared/connections.ts';
import { useApi } from '#web/lib/api.ts';
import { LeaveGuard } from '#web/lib/leave-guard.tsx';
import { Loaded, TableSkeleton } from '#web/ui/states.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { connectionTexts as texts } from './texts.ts';

/** What the instance is connected to. */
export function ConnectionsPanel() {
  const answer = useApi(connectionRoutes.list, {}, { revalidateOnFocus: false });
  const [dirty, setDirty] = useState<ReadonlySet<ConnectionId>>(new Set());
  const note = (id: ConnectionId, isDirty: boolean) =>
    setDirty((now) => new Set(isDirty ? [...now, id] : [...now].filter((other) => other !== id)));
  return (
    <Loaded answer={answer} failed={texts.failed} skeleton={<TableSkeleton columns={2} />}>
      {(data) => (
        <div className="flex max-w-160 flex-col gap-12">
          <LeaveGuard isDirty={dirty.size > 0} holds="address" />
          <p className="-mb-6 text-14 text-muted">{texts.lead}</p>
          {data.items.map((connection) => (
            <ConnectionForm
              key={connection.id}
              connection={connection}
              all={data}
              onSaved={(all) => void answer.mutate(all, { revalidate: false })}
              onDirty={(isDirty) => note(connection.id, isDirty)}
            />
          ))}
        </div>
      )}
    </Loaded>
  );
}
