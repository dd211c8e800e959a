import { mutate } from 'swr';
import type { Dashboard } from '#shared/dashboard.ts';
import type { Lead } from '#shared/leads.ts';
import type { DismissReason } from '#shared/posts.ts';
import { dashboardKey as key } from '#web/lib/dashboard.ts';
import { triageLead } from '#web/features/leads/update-lead.ts';

/** Optimistic; the lead returns on undo or if the server refuses. */
export async function dismissLead(lead: Lead, reason: DismissReason | undefined): Promise<void> {
  const without = (board: Dashboard | undefined) =>
    board && { ...board, hotLeads: board.hotLeads.filter(({ id }) => id !== lead.id), needAnswer: Math.max(0, board.needAnswer - 1) };
  await mutate(key, without, { revalidate: false });
  await triageLead(lead, { action: 'dismiss', reason, restore: () => mutate(key) });
}
