import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { blacklistKindSchema, blacklistRoutes, type BlacklistEntry } from '#shared/blacklist.ts';
import { call, markStale } from '#web/lib/api.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { SearchInput } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { HiddenHeader } from './hidden-header.tsx';
import { blacklistKindTexts, blacklistTexts as texts } from './texts.ts';

const kinds = [
  { value: 'all' as const, label: texts.all },
  ...blacklistKindSchema.options.map((value) => ({ value, label: blacklistKindTexts[value].many })),
];

async function remove({ id, value }: BlacklistEntry): Promise<void> {
  try {
    const { restored } = await call(blacklistRoutes.remove, { params: { id } });
    showToast.success(texts.removed(value, restored));
  } catch (error) {
    showToast.error(error instanceof Error ? error.message : value);
  }
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

export function BlacklistEntries({ entries }: { entries: readonly BlacklistEntry[] }) {
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
