import { purgeRoutes, type PurgeReport } from '#shared/purges.ts';
import { useApi } from '#web/lib/api.ts';
import { fullNumber } from '#web/lib/format.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { TableSkeleton } from '#web/ui/skeleton.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { purgeTexts as texts } from './texts.ts';

type Purge = PurgeReport['purges'][number];

const columns: readonly Column<Purge>[] = [
  { key: 'at', header: texts.at, render: ({ at }) => <TimeAgo at={at} /> },
  { key: 'cause', header: texts.cause, render: ({ cause }) => texts.causes[cause] },
  { key: 'items', header: texts.items, figures: true, render: ({ items }) => fullNumber(items) },
  { key: 'people', header: texts.people, figures: true, render: ({ people }) => fullNumber(people) },
  { key: 'answers', header: texts.answers, figures: true, render: ({ answers }) => fullNumber(answers) },
];
const shown = 10;

/** Reports whether content deleted on Reddit is deleted here in time. */
export function DeletionReport() {
  const { data, error, mutate, isValidating } = useApi(purgeRoutes.report, {});
  return (
    <Section title={texts.title}>
      {data ? (
        <Report report={data} />
      ) : error ? (
        <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
          {texts.failed} {error.message}
        </ErrorState>
      ) : (
        <TableSkeleton rows={2} columns={5} />
      )}
    </Section>
  );
}

function Report({ report: { promise, unchecked, lately, purges } }: { report: PurgeReport }) {
  return (
    <div className="flex flex-col gap-3 pt-4">
      <Note tone={promise.holds ? 'good' : 'warn'}>
        {promise.kept === 0 ? texts.nothingKept : promise.holds ? texts.holds(promise.kept, promise.hours) : texts.late(promise)}
      </Note>
      {unchecked.map(({ what, items, why }) => (
        <p key={what} className="text-13 text-soft-text">
          {texts.unchecked(what, items)} {why}
        </p>
      ))}
      <p className="text-13 text-soft-text">{texts.lately(lately)}</p>
      {purges.length === 0 ? null : <Table caption={texts.title} columns={columns} rows={purges.slice(0, shown)} rowKey={({ id }) => id} />}
    </div>
  );
}
