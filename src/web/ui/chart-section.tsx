import { Download, List } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { t } from '#web/lib/language.ts';
import { Button } from './button.tsx';
import { Section } from './page.tsx';
import { type Column, Table } from './table.tsx';

interface ChartSectionProps<T> {
  title: string;
  /** Caption of the table. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  onSave: () => void;
  saving: boolean;
  aside?: ReactNode;
  className?: string;
  /** The chart. Without one, the table is always shown, without a toggle. */
  children?: ReactNode;
  /** How to read the chart; shown below it. */
  note?: ReactNode;
}

/** Rows shown at first when there is only a table. */
const firstRows = 10;

const texts = {
  all: (count: number) => t('Show all {count}', { count }),
  table: t('Table'),
  csv: 'CSV',
  save: (title: string) => t('{title}: save as CSV', { title }),
  show: (title: string) => t('{title} as a table', { title }),
};

/** A chart under its heading, with the same figures as a table and a CSV download. */
export function ChartSection<T>(props: ChartSectionProps<T>) {
  const { title, caption, columns, rows, rowKey, onSave, saving, aside, className, children, note } = props;
  const [isOpen, setOpen] = useState(false);
  const isCut = !children && !isOpen && rows.length > firstRows + 2;
  const id = useId();
  const buttons = (
    <>
      {aside}
      {children ? (
        <Button
          variant="ghost"
          size="sm"
          icon={List}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={texts.show(title)}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.table}
        </Button>
      ) : null}
      <Button variant="ghost" size="sm" icon={Download} busy={saving} aria-label={texts.save(title)} onClick={onSave}>
        {texts.csv}
      </Button>
    </>
  );
  return (
    <Section title={title} aside={buttons} className={className} bare={!children}>
      {children ? <div className="pt-3">{children}</div> : null}
      {children && note ? <p className="mt-2 text-12 text-muted">{note}</p> : null}
      <div id={id} hidden={children !== undefined && !isOpen} className={children ? 'mt-3' : ''}>
        <Table
          caption={caption}
          columns={columns}
          rows={isCut ? rows.slice(0, firstRows) : rows}
          rowKey={rowKey}
          className={children ? 'max-h-80 overflow-y-auto' : ''}
        />
      </div>
      {isCut ? (
        <Button variant="link" size="sm" className="mt-2" onClick={() => setOpen(true)}>
          {texts.all(rows.length)}
        </Button>
      ) : null}
      {!children && note ? <p className="mt-2 text-12 text-muted">{note}</p> : null}
    </Section>
  );
}
