/** Half hours, oldest first: items read, null where reading failed, -1 where nothing was scheduled. */
export type CoverageSlots = readonly (number | null)[];

/** Consecutive failed half hours, as start and length. */
export function failedRuns(slots: CoverageSlots): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = [];
  slots.forEach((slot, index) => {
    if (slot !== null) return;
    const last = runs.at(-1);
    if (last && last.from + last.length === index) last.length += 1;
    else runs.push({ from: index, length: 1 });
  });
  return runs;
}

const hours = (halves: number) => `${halves / 2} h`;

/** Text alternative of the strip for screen readers. */
export function describeCoverage(slots: CoverageSlots): string {
  const read = slots.filter((slot): slot is number => slot !== null && slot >= 0);
  const items = read.reduce((sum, slot) => sum + slot, 0);
  const failed = slots.filter((slot) => slot === null).length;
  const unplanned = slots.filter((slot) => slot === -1).length;
  const summary = read.length === 0 ? 'nothing read' : items === 0 ? 'nothing new' : `${items} ${items === 1 ? 'item' : 'items'} read`;
  const stillFailing = slots.at(-1) === null ? ', still failing' : '';
  return [
    `Last ${hours(slots.length)}: ${summary}`,
    failed > 0 ? `couldn't read for ${hours(failed)}${stillFailing}` : '',
    unplanned > 0 ? `not scheduled for ${hours(unplanned)}` : '',
  ]
    .filter(Boolean)
    .join('; ');
}
