import type { TimelineEntry } from '#shared/leads.ts';
import { chunked, type Trx } from '#core/platform/db/connect.ts';
import { insertRows } from '#core/platform/db/many-rows.ts';

export interface NewEvent {
  leadId: number;
  kind: TimelineEntry['kind'];
  text: string;
  postId: number | null;
  /** Who did it; null for Earshot. */
  by?: number | null;
}

/** Adds timeline rows and updates the leads' last activity. */
export async function addEvents(trx: Trx, events: readonly NewEvent[], now: number): Promise<void> {
  const rows = events.map(({ leadId, kind, text, postId, by = null }) => ({
    lead_id: leadId,
    at: now,
    kind,
    text,
    post_id: postId,
    actor_id: by,
  }));
  await insertRows(trx, 'lead_events', { rows });
  for (const ids of chunked([...new Set(rows.map((row) => row.lead_id))], 1))
    await trx('leads').whereIn('id', ids).update({ last_activity_at: now });
}
