import { Download } from 'lucide-react';
import { useState } from 'react';
import { adminRoutes, type AuditRecord } from '#shared/admin.ts';
import { useApi } from '#web/lib/api.ts';
import { useAttempt } from '#web/lib/failure.ts';
import { saveFile } from '#web/lib/files.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button } from '#web/ui/button.tsx';
import { SearchInput } from '#web/ui/field.tsx';
import { EmptyState, Loaded, TableSkeleton } from '#web/ui/states.tsx';
import { type Column, Table, Pager, usePager } from '#web/ui/table.tsx';
import { auditTexts as texts } from './texts.ts';

const detailsOf = ({ details }: AuditRecord): string =>
  Object.entries(details)
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join(', ');

function Target({ target, targetName }: Pick<AuditRecord, 'target' | 'targetName'>) {
  if (targetName === null) return <span className="wrap-anywhere">{target ?? '–'}</span>;
  return (
    <span className="wrap-anywhere">
      <bdi>{targetName}</bdi> <span className="text-muted">{target}</span>
    </span>
  );
}

const columns: readonly Column<AuditRecord>[] = [
  { key: 'at', header: texts.columns.at, render: ({ at }) => <TimeAgo at={at} className="whitespace-nowrap" /> },
  { key: 'actor', header: texts.columns.actor, render: ({ actor }) => actor ?? <span className="text-muted">{texts.noActor}</span> },
  { key: 'action', header: texts.columns.action, render: ({ action }) => <span className="font-medium">{action}</span> },
  { key: 'target', header: texts.columns.target, render: (row) => <Target {...row} /> },
  { key: 'details', header: texts.columns.details, optional: true, render: (row) => detailsOf(row) || '–' },
  { key: 'address', header: texts.columns.address, optional: true, render: ({ address }) => address ?? '–' },
];

export function Audit() {
  const [q, setQ] = useState('');
  const pager = usePager();
  const find = { q: q.trim() || undefined };
  const answer = useApi(adminRoutes.audit, { query: { limit: 50, cursor: pager.cursor, ...find } }, { keepPreviousData: true });
  const [busy, start] = useAttempt();
  const search = (next: string) => {
    setQ(next);
    pager.reset();
  };
  const save = () => saveFile(adminRoutes.auditCsv, { query: find }, `earshot-audit-${new Date().toISOString().slice(0, 10)}.csv`);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SearchInput
          aria-label={texts.find}
          placeholder={texts.find}
          value={q}
          onChange={(event) => search(event.target.value)}
          className="w-80 max-w-full"
        />
        <Button variant="outline" icon={Download} busy={busy} onClick={() => void start(save)}>
          {texts.export}
        </Button>
      </div>
      <Loaded
        answer={answer}
        skeleton={<TableSkeleton columns={6} />}
        empty={<EmptyState>{find.q === undefined ? texts.empty : texts.noneFound}</EmptyState>}
      >
        {({ items, nextCursor }) => (
          <>
            <Table caption={texts.caption} columns={columns} rows={items} rowKey={({ id }) => id} />
            <Pager pager={pager} nextCursor={nextCursor} />
          </>
        )}
      </Loaded>
    </div>
  );
}
