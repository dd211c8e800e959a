import type { Spend } from '#shared/ai.ts';
import { formatMoney } from '#web/features/analytics/format.ts';
import { fullNumber } from '#web/lib/format.ts';
import { Table, type Column } from '#web/ui/table.tsx';
import { aiTexts as texts } from './texts.ts';

interface SpendTableProps<T extends Spend> {
  caption: string;
  /** Header and cell label of the first column. */
  head: string;
  nameOf: (row: T) => string;
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** Extra columns between the name and the spend figures. */
  more?: readonly Column<T>[];
}

/** Model usage and cost, grouped by what it was used for. */
export function SpendTable<T extends Spend>({ caption, head, nameOf, rows, rowKey, more }: SpendTableProps<T>) {
  const columns: Column<T>[] = [
    { key: 'name', header: head, render: nameOf },
    { key: 'calls', header: texts.calls, figures: true, optional: true, render: ({ calls }) => fullNumber(calls) },
    { key: 'tokens', header: texts.tokens, figures: true, render: ({ tokens }) => fullNumber(tokens) },
    { key: 'cost', header: texts.cost, figures: true, render: ({ cost }) => formatMoney(cost) },
    ...(more ?? []),
  ];
  return (
    <div>
      <h3 className="mb-1 text-12 font-medium text-muted">{caption}</h3>
      <Table caption={caption} columns={columns} rows={rows} rowKey={rowKey} />
    </div>
  );
}
