import { Download, Trash2, Upload } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  type BlacklistEntry,
  type BlacklistKind,
  blacklistKindSchema,
  blacklistRoutes,
  workspaceBlacklistRoutes,
} from '#shared/blacklist.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { attempt } from '#web/lib/failure.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { saveText } from '#web/lib/files.ts';
import { useCan } from '#web/lib/session.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { SearchInput, Select } from '#web/ui/field.tsx';
import { Page, PageHeader, Section } from '#web/ui/page.tsx';
import { TableSkeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, Loaded } from '#web/ui/states.tsx';
import { type Column, HiddenHeader, Table } from '#web/ui/table.tsx';
import { AddEntry, type BlacklistRoutes, ImportDialog } from './forms.tsx';
import { blacklistKindTexts, blacklistTexts as texts } from './texts.ts';

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** In the import's format. */
export const blacklistCsv = (entries: readonly BlacklistEntry[]): string =>
  [
    'kind,value,note',
    ...entries.map(({ kind, value, note }) => [kind, quoted(value), quoted(note.replaceAll(/\s+/g, ' '))].join(',')),
  ].join('\n');

interface BlacklistProps {
  routes: BlacklistRoutes;
}

/** The instance's. */
export function BlacklistPage() {
  usePageTitle(texts.title);
  return (
    <Page>
      <PageHeader title={texts.title} lead={texts.lead} actions={<FileActions routes={blacklistRoutes} />} />
      <Entries routes={blacklistRoutes} />
    </Page>
  );
}

/** The workspace's. */
export function WorkspaceBlacklist() {
  return (
    <Section title={texts.caption} aside={<FileActions routes={workspaceBlacklistRoutes} />}>
      <p className="pt-4 pb-6 text-13 text-soft-text">{texts.ownLead}</p>
      <Entries routes={workspaceBlacklistRoutes} />
    </Section>
  );
}

/** Whoever only reads in the workspace may not. Only admins see the instance's. */
function useMayChange(routes: BlacklistRoutes): boolean {
  const { work } = useCan();
  return work || routes === blacklistRoutes;
}

const Changing = ({ routes, children }: BlacklistProps & { children: ReactNode }) => (useMayChange(routes) ? children : null);

function FileActions({ routes }: BlacklistProps) {
  const { data } = useApi(routes.list, {});
  const [importing, setImporting] = useState(false);
  const save = () => saveText(blacklistCsv(data?.items ?? []), { name: 'blacklist.csv', type: 'text/csv' });
  return (
    <>
      <Changing routes={routes}>
        <Button variant="outline" icon={Upload} onClick={() => setImporting(true)}>
          {texts.import}
        </Button>
      </Changing>
      <Button variant="outline" icon={Download} disabled={!data?.items.length} onClick={save}>
        {texts.export}
      </Button>
      <ImportDialog routes={routes} open={importing} onClose={() => setImporting(false)} />
    </>
  );
}

function Entries({ routes }: BlacklistProps) {
  const answer = useApi(routes.list, {});
  const empty = useMayChange(routes) ? texts.empty : texts.emptyToRead;
  return (
    <>
      <Changing routes={routes}>
        <AddEntry routes={routes} />
      </Changing>
      <Loaded answer={answer} skeleton={<TableSkeleton columns={5} />} empty={<EmptyState>{empty}</EmptyState>}>
        {({ items }) => <FoundEntries routes={routes} entries={items} />}
      </Loaded>
    </>
  );
}

const kinds = [
  { value: 'all' as const, label: texts.all },
  ...blacklistKindSchema.options.map((value) => ({ value, label: blacklistKindTexts[value].many })),
];

async function remove(routes: BlacklistRoutes, { id, value }: BlacklistEntry): Promise<void> {
  await attempt(async () => {
    const { restored } = await call(routes.remove, { params: { id } });
    showToast.success(texts.removed(value, restored));
  });
  markStale([routes.list.path]);
}

const columnsOf = (routes: BlacklistRoutes): readonly Column<BlacklistEntry>[] => [
  { key: 'kind', header: texts.columns.kind, render: ({ kind }) => <Badge>{blacklistKindTexts[kind].label}</Badge> },
  { key: 'value', header: texts.columns.value, render: ({ value }) => <bdi className="font-medium wrap-anywhere">{value}</bdi> },
  { key: 'note', header: texts.columns.note, optional: true, render: ({ note }) => <span className="text-soft-text">{note || '–'}</span> },
  { key: 'since', header: texts.columns.since, figures: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  {
    key: 'actions',
    header: <HiddenHeader>{texts.columns.actions}</HiddenHeader>,
    figures: true,
    render: (entry) => (
      <Changing routes={routes}>
        <IconButton small label={texts.remove(entry.value)} icon={Trash2} onClick={() => void remove(routes, entry)} />
      </Changing>
    ),
  },
];

function FoundEntries({ routes, entries }: BlacklistProps & { entries: readonly BlacklistEntry[] }) {
  const [params, setParams] = useSearchParams();
  const kind = blacklistKindSchema.safeParse(params.get('kind')).data ?? 'all';
  const [query, setQuery] = useState('');
  const columns = useMemo(() => columnsOf(routes), [routes]);
  const choose = (next: BlacklistKind | 'all') => {
    const chosen = new URLSearchParams(params);
    if (next === 'all') chosen.delete('kind');
    else chosen.set('kind', next);
    setParams(chosen);
  };
  const shown = entries.filter((entry) => (kind === 'all' || entry.kind === kind) && entry.value.includes(query.trim().toLowerCase()));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <Select aria-label={texts.filter} options={kinds} value={kind} onChange={choose} />
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
