import { adminRoutes, type AuditRecord } from '#shared/admin.ts';
import { useApi } from '#web/lib/api.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Pager, usePager } from '#web/ui/pager.tsx';
import { TableSkeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, Loaded } from '#web/ui/states.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
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
  const pager = usePager();
  const answer = useApi(adminRoutes.audit, { query: { limit: 50, cursor: pager.cursor } }, { keepPreviousData: true });
  return (
    <Loaded answer={answer} skeleton={<TableSkeleton columns={6} />} empty={<EmptyState>{texts.empty}</EmptyState>}>
      {({ items, nextCursor }) => (
        <>
          <Table caption={texts.caption} columns={columns} rows={items} rowKey={({ id }) => id} />
          <Pager pager={pager} nextCursor={nextCursor} />
        </>
      )}
    </Loaded>
  );
}
