import { Download, Trash2, Upload } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  type BlacklistEntry,
  type BlacklistKind,
  blacklistKindSchema,
  blacklistRoutes,
  workspaceBlacklistRoutes,
  blacklistImportSchema,
  newBlacklistEntrySchema,
} from '#shared/blacklist.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { attempt } from '#web/lib/failure.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { saveText } from '#web/lib/files.ts';
import { useForm } from '#web/lib/form.ts';
import { t } from '#web/lib/language.ts';
import { useCan } from '#web/lib/session.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { DialogForm, TitledDialog } from '#web/ui/dialog.tsx';
import { SearchInput, Select, Field, Textarea, FormFailure, InputField } from '#web/ui/field.tsx';
import { Page, PageHeader, Section } from '#web/ui/page.tsx';
import { EmptyState, Loaded, TableSkeleton } from '#web/ui/states.tsx';
import { type Column, HiddenHeader, Table } from '#web/ui/table.tsx';

const blacklistKindTexts: Record<BlacklistKind, { label: string; many: string; placeholder: string }> = {
  subreddit: { label: t('Subreddit'), many: t('Subreddits'), placeholder: 'r/name' },
  author: { label: t('Author'), many: t('Authors'), placeholder: 'u/name' },
  word: { label: t('Word or phrase'), many: t('Words'), placeholder: t('free giveaway') },
  domain: { label: t('Domain'), many: t('Domains'), placeholder: 'example.com' },
};
const blacklistTexts = {
  title: t('Manage Blacklist'),
  lead: t('Hidden from everyone on this instance. Stored posts that match come back when you remove the entry.'),
  ownLead: t('Hidden in this workspace. Stored posts that match come back when you remove the entry.'),
  kind: t('Kind'),
  value: t('Exclude'),
  note: t('Note (optional)'),
  add: t('Add entry'),
  filter: t('Kind'),
  all: t('All'),
  find: t('Find an entry'),
  caption: t('Blacklist'),
  columns: { kind: t('Kind'), value: t('Excluded'), note: t('Note'), since: t('Since'), actions: t('Remove') },
  empty: t('Nothing is excluded. Add a subreddit, author, word, or domain above.'),
  emptyToRead: t('Nothing is excluded.'),
  noneFound: t('No matching entries.'),
  remove: (value: string) => t('Remove {value}', { value }),
  removed: (value: string, restored: number) =>
    restored > 0
      ? t('{value} removed from the blacklist, {restored, plural, one {# post} other {# posts}} restored', { value, restored })
      : t('{value} removed from the blacklist', { value }),
  added: (added: number, hidden: number) =>
    added === 0
      ? t('Already on the blacklist')
      : t('{added, plural, one {# entry} other {# entries}} added, {hidden, plural, one {# stored post} other {# stored posts}} hidden', {
          added,
          hidden,
        }),
  import: t('Import'),
  importTitle: t('Import entries'),
  importHint: t('One per line: “kind,value,note”, or just r/name, u/name, a domain, or words.'),
  importLabel: t('Entries'),
  export: t('Export'),
};

/** Of the instance or of the workspace. */
type BlacklistRoutes = typeof blacklistRoutes | typeof workspaceBlacklistRoutes;

const entryKinds = blacklistKindSchema.options.map((value) => ({ value, label: blacklistKindTexts[value].label }));
const fieldsSchema = newBlacklistEntrySchema.pick({ value: true, note: true });

function AddEntry({ routes }: { routes: BlacklistRoutes }) {
  const [kind, setKind] = useState<BlacklistKind>('subreddit');
  const [times, setTimes] = useState(0);
  const form = useForm(fieldsSchema, async (fields) => {
    const { added, hidden } = await call(routes.add, { body: { ...fields, kind } });
    showToast.success(blacklistTexts.added(added, hidden));
    setTimes((before) => before + 1);
    markStale([routes.list.path]);
  });
  return (
    <form key={times} {...form.props} className="mb-8">
      <FormFailure form={form} className="mb-4" />
      <div className="flex flex-wrap items-start gap-3">
        <Field label={blacklistTexts.kind}>
          <Select options={entryKinds} value={kind} onChange={setKind} />
        </Field>
        <InputField
          form={form}
          label={blacklistTexts.value}
          fieldClassName="min-w-48 flex-1"
          name="value"
          placeholder={blacklistKindTexts[kind].placeholder}
          autoComplete="off"
        />
        <InputField form={form} label={blacklistTexts.note} fieldClassName="min-w-48 flex-1" name="note" autoComplete="off" />
        <Button type="submit" busy={form.busy} className="mt-6.5">
          {blacklistTexts.add}
        </Button>
      </div>
    </form>
  );
}

function ImportDialog({ routes, open, onClose }: { routes: BlacklistRoutes; open: boolean; onClose: () => void }) {
  const form = useForm(blacklistImportSchema, async (body) => {
    const { added, hidden } = await call(routes.import, { body });
    showToast.success(blacklistTexts.added(added, hidden));
    markStale([routes.list.path]);
    onClose();
  });
  return (
    <TitledDialog open={open} onOpenChange={onClose} title={blacklistTexts.importTitle} text={blacklistTexts.importHint} size="lg">
      <DialogForm form={form} submit={blacklistTexts.import}>
        <Field label={blacklistTexts.importLabel} error={form.errors['text']}>
          <Textarea name="text" rows={10} spellCheck={false} />
        </Field>
      </DialogForm>
    </TitledDialog>
  );
}

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
  usePageTitle(blacklistTexts.title);
  return (
    <Page>
      <PageHeader title={blacklistTexts.title} lead={blacklistTexts.lead} actions={<FileActions routes={blacklistRoutes} />} />
      <Entries routes={blacklistRoutes} />
    </Page>
  );
}

/** The workspace's. */
export function WorkspaceBlacklist() {
  return (
    <Section title={blacklistTexts.caption} aside={<FileActions routes={workspaceBlacklistRoutes} />}>
      <p className="pt-4 pb-6 text-13 text-soft-text">{blacklistTexts.ownLead}</p>
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
          {blacklistTexts.import}
        </Button>
      </Changing>
      <Button variant="outline" icon={Download} disabled={!data?.items.length} onClick={save}>
        {blacklistTexts.export}
      </Button>
      <ImportDialog routes={routes} open={importing} onClose={() => setImporting(false)} />
    </>
  );
}

function Entries({ routes }: BlacklistProps) {
  const answer = useApi(routes.list, {});
  const empty = useMayChange(routes) ? blacklistTexts.empty : blacklistTexts.emptyToRead;
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
  { value: 'all' as const, label: blacklistTexts.all },
  ...blacklistKindSchema.options.map((value) => ({ value, label: blacklistKindTexts[value].many })),
];

async function remove(routes: BlacklistRoutes, { id, value }: BlacklistEntry): Promise<void> {
  await attempt(async () => {
    const { restored } = await call(routes.remove, { params: { id } });
    showToast.success(blacklistTexts.removed(value, restored));
  });
  markStale([routes.list.path]);
}

const columnsOf = (routes: BlacklistRoutes): readonly Column<BlacklistEntry>[] => [
  { key: 'kind', header: blacklistTexts.columns.kind, render: ({ kind }) => <Badge>{blacklistKindTexts[kind].label}</Badge> },
  { key: 'value', header: blacklistTexts.columns.value, render: ({ value }) => <bdi className="font-medium wrap-anywhere">{value}</bdi> },
  {
    key: 'note',
    header: blacklistTexts.columns.note,
    optional: true,
    render: ({ note }) => <span className="text-soft-text">{note || '–'}</span>,
  },
  { key: 'since', header: blacklistTexts.columns.since, figures: true, render: ({ createdAt }) => <TimeAgo at={createdAt} /> },
  {
    key: 'actions',
    header: <HiddenHeader>{blacklistTexts.columns.actions}</HiddenHeader>,
    figures: true,
    render: (entry) => (
      <Changing routes={routes}>
        <IconButton small label={blacklistTexts.remove(entry.value)} icon={Trash2} onClick={() => void remove(routes, entry)} />
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
        <Select aria-label={blacklistTexts.filter} options={kinds} value={kind} onChange={choose} />
        <SearchInput
          aria-label={blacklistTexts.find}
          placeholder={blacklistTexts.find}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </div>
      {shown.length === 0 ? (
        <p className="py-6 text-center text-soft-text">{blacklistTexts.noneFound}</p>
      ) : (
        <Table caption={blacklistTexts.caption} columns={columns} rows={shown} rowKey={({ id }) => id} />
      )}
    </div>
  );
}
