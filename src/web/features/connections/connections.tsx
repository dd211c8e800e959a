import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ConnectionId, connectionRoutes } from '#shared/connections.ts';
import { useApi } from '#web/lib/api.ts';
import { LeaveGuard } from '#web/lib/leave-guard.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { TableSkeleton } from '#web/ui/skeleton.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { ConnectionForm } from './connection-form.tsx';
import { connectionTexts as texts, firstTexts } from './texts.ts';

/** Shown after the first account of an instance was created. */
function FirstStep() {
  return (
    <Note
      tone="good"
      action={
        <ButtonLink size="sm" variant="outline" to="/dashboard">
          {firstTexts.skip}
        </ButtonLink>
      }
    >
      <b className="block font-medium">{firstTexts.title}</b>
      {firstTexts.text}
    </Note>
  );
}

/** What the instance is connected to. */
export function ConnectionsPanel() {
  const answer = useApi(connectionRoutes.list, {}, { revalidateOnFocus: false });
  const [query] = useSearchParams();
  const [dirty, setDirty] = useState<ReadonlySet<ConnectionId>>(new Set());
  const isFirst = query.has('first');
  const note = (id: ConnectionId, isDirty: boolean) =>
    setDirty((now) => new Set(isDirty ? [...now, id] : [...now].filter((other) => other !== id)));
  return (
    <Loaded answer={answer} failed={texts.failed} skeleton={<TableSkeleton columns={2} />}>
      {(data) => (
        <div className="flex max-w-160 flex-col gap-12">
          <LeaveGuard isDirty={dirty.size > 0} holds="address" />
          {isFirst ? <FirstStep /> : null}
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
          {isFirst ? (
            <ButtonLink size="lg" className="self-start" to="/dashboard">
              {firstTexts.done}
            </ButtonLink>
          ) : null}
        </div>
      )}
    </Loaded>
  );
}
