import type { BulkAction } from './texts.ts';

export type Tallied = Extract<BulkAction, 'dismiss' | 'archive' | 'lead'> | 'reply';
export type Tally = Readonly<Record<Tallied, number>>;

const counts: Record<Tallied, number> = { dismiss: 0, archive: 0, lead: 0, reply: 0 };

/** Counts what was done since the page was loaded; `by` is negative for an undo. */
export function tally(action: BulkAction | 'reply', by: number): void {
  if (action in counts) counts[action as Tallied] += by;
}
export const readTally = (): Tally => ({ ...counts });
