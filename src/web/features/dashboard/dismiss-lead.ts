import { mutate } from 'swr';
import type { Dashboard } from '#shared/dashboard.ts';
import type { Lead } from '#shared/leads.ts';
import type { DismissReason } from '#shared/posts.ts';
import { texts as inboxTexts } from '#web/features/inbox/texts.ts';
import { sendTriage } from '#web/features/inbox/triage.ts';
import { dashboardKey as key } from '#web/lib/dashboard.ts';
import { toast, toastWithAction } from '#web/ui/toaster.tsx';
import { texts } from './texts.ts';

/** Optimistic; the lead returns on undo or if the server refuses. */
export async function dismissLead(lead: Lead, reason: DismissReason | undefined): Promise<void> {
  const without = (board: Dashboard | undefined) =>
    board && { ...board, hotLeads: board.hotLeads.filter(({ id }) => id !== lead.id), needAnswer: Math.max(0, board.needAnswer - 1) };
  await mutate(key, without, { revalidate: false });
  try {
    const ids = lead.posts.map(({ id }) => id);
    const undo = await sendTriage(ids, 'dismiss', reason);
    toastWithAction(inboxTexts.done('dismiss', 1, texts.lead), { label: inboxTexts.undo, onSelect: () => void undo() });
  } catch (error) {
    await mutate(key);
    toast.error(inboxTexts.failed(error instanceof Error ? error.message : String(error)));
  }
}
