import { Download, Trash2, Upload } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type BlacklistEntry, blacklistKindSchema, blacklistRoutes } from '#shared/blacklist.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { attempt } from '#web/lib/attempt.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { saveText } from '#web/lib/save-file.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { SearchInput, Select } from '#web/ui/field.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { TableSkeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, Loaded } from '#web/ui/states.tsx';
import { type Column, HiddenHeader, Table } from '#web/ui/table.tsx';
import { AddEntry, ImportDialog } from './blacklist-forms.tsx';
import { blacklistKindTexts, blacklistTexts as texts } from './texts.ts';

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** In the import's format. */
export const blacklistCsv = (entries: readonly BlacklistEntry[]): string =>
  [
    'kind,value,note',
    ...entries.map(({ kind, value, note }) => [kind, quoted(value), quoted(note.replaceAll(/\s+/g, ' '))].join(',')),
  ].join('\n');

export function BlacklistPage() {
  usePageTitle(texts.title);
  const answer = useApi(blacklistRoutes.list, {});
  const [importing, setImporting] = useState(false);
  const save = () => saveText(blacklistCsv(answer.data?.items ?? []), { name: 'blacklist.csv', type: 'text/csv' });
  return (
    <Page>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        actions={
          <>
            <Button variant="outline" icon={Upload} onClick={() => setImporting(true)}>
              {texts.import}
            </Button>
            <Button variant="outline" icon={Download} disabled={!answer.data?.items.length} onClick={save}>
              {texts.export}
            </Button>
          </>
        }
      />
      <AddEntry />
      <Loaded answer={answer} skeleton={<TableSkeleton columns={5} />} empty={<EmptyState>{texts.empty}</EmptyState>}>
        {({ items }) => <BlacklistEntries entries={items} />}
      </Loaded>
      <ImportDialog open={importing} onClose={() => setImporting(false)} />
    </Page>
  );
}

const kinds = [
  { value: 'all' as const, label: texts.all },
  ...blacklistKindSchema.options.map((value) => ({ value, label: blacklistKindTexts[value].many })),
];

async function remove({ id, value }: BlacklistEntry): Promise<void> {
  await attempt(async () => {
    const { restored } = await call(blacklistRoutes.remove, { params: { id } });
    showToast.success(texts.removed(value, restored));
  });
  markStale(['/admin/blacklist']);
}

const columns: readonly Column<BlacklistEntry>[] = [
  { key: 'kind', header: texts.columns.kind, render: ({ kind }) => <Badge>{blacklistKindTexts[kind].label}</Badge> },
  { key: 'value', header: texts.columns.value, render: ({ value }) => <bdi className="font-medium wrap-anywhere">{value}</bdi> },
  { key: 'note', header: texts.columns.note, optional: true, render: ({ note }) => <span className="text-soft-text">{note || '–'}</span> },
  { key: 'since', header: texts.columns.since, figures: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  {
    key: 'actions',
    header: <HiddenHeader>{texts.columns.actions}</HiddenHeader>,
    figures: true,
    render: (entry) => <IconButton small label={texts.remove(entry.value)} icon={Trash2} onClick={() => void remove(entry)} />,
  },
];

function BlacklistEntries({ entries }: { entries: readonly BlacklistEntry[] }) {
  const [params, setParams] = useSearchParams();
  const kind = blacklistKindSchema.safeParse(params.get('kind')).data ?? 'all';
  const [query, setQuery] = useState('');
  const shown = entries.filter((entry) => (kind === 'all' || entry.kind === kind) && entry.value.includes(query.trim().toLowerCase()));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <Select
          aria-label={texts.filter}
          options={kinds}
          value={kind}
          onChange={(next) => setParams(next === 'all' ? {} : { kind: next })}
        />
        <SearchInput aria-label={texts.find} placeholder={texts.find} value={query} onChange={(event) => setQuery(event.target.value)} />
      </div>
      {shown.length === 0 ? (
        <p className="py-6 text-center text-soft-text">{texts.noneFound}</p>
      ) : (
        <Table caption={texts.caption} columns={columns} rows={shown} rowKey={({ id }) => id} />
      )}
    </div>
  );
}
