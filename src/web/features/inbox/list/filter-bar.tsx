import { ArrowDown, Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ViewList } from '#shared/views.ts';
import { useAttempt } from '#web/lib/attempt.ts';
import { Can } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Chip, ChipRow, SetChip } from '#web/ui/chip.tsx';
import { MenuChoice, Menu, MenuItem } from '#web/ui/menu.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { texts } from '../texts.ts';
import { ViewsMenu } from './views-menu.tsx';

export interface SetFilter {
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
