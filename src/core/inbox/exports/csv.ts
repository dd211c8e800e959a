import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | null;

/** Rows as CSV (RFC 4180). An apostrophe keeps spreadsheets from running a cell as a formula. */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0
    ? ''
    : stringify(
        rows.map((row) => [...row]),
        // By default the library quotes only cells that contain the delimiter, and a lone CR or LF would split the row.
        { escape_formulas: true, quoted_match: /[\r\n]/, record_delimiter: 'windows' },
      );
