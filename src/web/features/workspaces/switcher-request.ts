import { createCell } from '#web/lib/cell.ts';

/** Whether the list of workspaces is open. */
export const switcherRequest = createCell(false);
