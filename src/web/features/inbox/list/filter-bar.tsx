import { ArrowDown, Download, Bookmark, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type ViewList, viewRoutes, type View } from '#shared/views.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { useAttempt, attempt } from '#web/lib/failure.ts';
import { t } from '#web/lib/language.ts';
import { Can, useCan } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip, ChipRow, SetChip } from '#web/ui/chip.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { MenuChoice, Menu, MenuItem } from '#web/ui/menu.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { texts } from '../texts.ts';

interface SetFilter {
  name: string;
  label: string;
  onRemove: () => void;
}

interface FilterBarProps<S extends string> {
  set: readonly SetFilter[];
  /** The fields of the filter popover. */
  children: ReactNode;
  onClear: () => void;
  sort: S;
  sorts: readonly { value: S; label: string }[];
  onSort: (sort: S) => void;
  /** Selects the saved views and the export. */
  list: ViewList;
  query: object;
  /** Shown before the sort menu, such as the list/board switch. */
  aside?: ReactNode;
}

export function FilterBar<S extends string>({ set, children, onClear, sort, sorts, onSort, list, query, aside }: FilterBarProps<S>) {
  const [open, setOpen] = useState(false);
  return (
    <div className="flex h-bar min-w-0 flex-none items-center gap-2 border-b px-4 max-md:h-14 max-md:px-3">
      <ViewsMenu list={list} />
      <ChipRow scroll label={texts.filters}>
        {set.map(({ name, label, onRemove }) => (
          <SetChip key={name} removeLabel={texts.removeFilter(label)} onRemove={onRemove}>
            <bdi className="max-w-56 truncate">{label}</bdi>
          </SetChip>
        ))}
        <Popover label={texts.filters} open={open} onOpenChange={setOpen} trigger={<Chip look="add">{texts.filter}</Chip>} className="w-80">
          <div className="flex flex-col gap-3">{children}</div>
          {set.length > 0 ? (
            <div className="mt-3 flex justify-end">
              <Button variant="ghost" size="sm" onClick={onClear}>
                {texts.clearFilters}
              </Button>
            </div>
          ) : null}
        </Popover>
      </ChipRow>
      <span className="min-w-0 flex-1" />
      {aside}
      <Menu
        align="end"
        trigger={
          <Button
            variant="ghost"
            size="sm"
            icon={ArrowDown}
            aria-label={`${texts.sort}: ${sorts.find(({ value }) => value === sort)?.label ?? ''}`}
          >
            <span className="max-md:hidden">{sorts.find(({ value }) => value === sort)?.label}</span>
          </Button>
        }
      >
        <MenuChoice options={sorts} value={sort} onChange={onSort} />
      </Menu>
      <Can>
        <ExportMenu list={list} query={query} />
      </Can>
    </div>
  );
}

/** Exports the list with its current filters. */
function ExportMenu({ list, query }: { list: ViewList; query: object }) {
  const [busy, start] = useAttempt();
  const save = (form: 'csv' | 'json') =>
    void start(async () => (await import('../actions/export-list.ts')).exportList(list, form, query), texts.failed);
  return (
    <Menu
      align="end"
      trigger={<Button variant="ghost" size="icon-sm" icon={Download} busy={busy} aria-label={texts.export} title={texts.export} />}
    >
      <MenuItem onSelect={() => save('csv')}>{texts.exportCsv}</MenuItem>
      <MenuItem onSelect={() => save('json')}>{texts.exportJson}</MenuItem>
    </Menu>
  );
}

type Shown = Pick<View, 'name' | 'query'>;

const builtInViews: Record<ViewList, readonly Shown[]> = {
  leads: [
    { name: t('Needs me'), query: '' },
    { name: t('All leads'), query: 'view=all' },
    { name: t('Replied to you'), query: 'stage=replied' },
    { name: t('Board'), query: 'view=board' },
  ],
  posts: [
    { name: t('All posts'), query: '' },
    { name: t('Unseen'), query: 'unseen=1' },
    { name: t('Last 24 hours'), query: 'since=1d&sort=-discoveredAt' },
  ],
};

/** The part of the URL that defines a view: everything but the open item. */
export function viewQuery(address: URLSearchParams): string {
  const view = new URLSearchParams(address);
  for (const name of ['lead', 'post']) view.delete(name);
  return view.toString();
}

/** Ignores the order of parameters. */
export function isSameView(one: string, other: string): boolean {
  const [a, b] = [one, other].map((query) => [...new URLSearchParams(query)].map(String).sort().join('&'));
  return a === b;
}

const ViewNameDialog = lazyDialog(async () => (await import('./view-name-dialog.tsx')).ViewNameDialog);

const forget = ({ id }: View) =>
  attempt(async () => {
    await call(viewRoutes.remove, { params: { id } });
    markStale(['/views']);
  }, texts.failed);

function ViewsMenu({ list }: { list: ViewList }) {
  const [address, setAddress] = useSearchParams();
  const [naming, setNaming] = useState(false);
  const { data } = useApi(viewRoutes.list, {});
  const own = data?.items.filter((view) => view.list === list) ?? [];
  const { work } = useCan();
  const here = viewQuery(address);
  const current = [...builtInViews[list], ...own].find(({ query }) => isSameView(query, here));
  const ownCurrent = own.find((view) => view === current);
  return (
    <>
      <Menu
        trigger={
          <Button variant="outline" size="sm" icon={Bookmark} aria-label={`${texts.views}: ${current?.name ?? texts.customFilters}`}>
            <span className="max-w-40 truncate max-md:sr-only">{current?.name ?? texts.customFilters}</span>
          </Button>
        }
      >
        {[...builtInViews[list], ...own].map(({ name, query }) => (
          <MenuItem key={`${name} ${query}`} onSelect={() => setAddress(new URLSearchParams(query))}>
            <bdi className={current?.name === name ? 'font-semibold' : undefined}>{name}</bdi>
          </MenuItem>
        ))}
        {current || !work ? null : (
          <MenuItem icon={Plus} onSelect={() => setNaming(true)}>
            {texts.saveView}
          </MenuItem>
        )}
        {ownCurrent && work ? (
          <MenuItem icon={Trash2} destructive onSelect={() => void forget(ownCurrent)}>
            {texts.deleteView(ownCurrent.name)}
          </MenuItem>
        ) : null}
      </Menu>
      <ViewNameDialog open={naming} onOpenChange={setNaming} list={list} query={here} />
    </>
  );
}
