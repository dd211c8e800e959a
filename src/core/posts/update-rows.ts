import { chunked, type Db } from '../db/connect.ts';

type Row = { id: number } & Record<string, string | number | null>;

/** Sets columns of many rows, each to its own values, in few statements; a row is found by its `id`. */
export async function updateRows(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).filter((column) => column !== 'id');
  const tuple = `(${Array.from({ length: columns.length + 1 }, () => '?').join(', ')})`;
  for (const chunk of chunked(rows, columns.length + 1)) {
    const names = columns.map(() => '??').join(', ');
    const sets = columns.map(() => '?? = given.??').join(', ');
    await db.raw(
      `with given(id, ${names}) as (values ${chunk.map(() => tuple).join(', ')}) update ?? set ${sets} from given where ??.id = given.id`,
      [
        ...columns,
        ...chunk.flatMap((row) => ['id', ...columns].map((column) => row[column] ?? null)),
        table,
        ...columns.flatMap((column) => [column, column]),
        table,
      ],
    );
  }
}
