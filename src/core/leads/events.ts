import type { TimelineEntry } from '#shared/leads.ts';
import { chunked, type Trx } from '../db/connect.ts';

export interface NewEvent {
  leadId: number;
  kind: TimelineEntry['kind'];
  text: string;
  postId: number | null;
}

/** Writes timeline rows and moves the leads' last activity. */
export async function addEvents(trx: Trx, events: readonly NewEvent[], now: number): Promise<void> {
  for (const chunk of chunked(events, 5)) {
    await trx('lead_events').insert(
      chunk.map(({ leadId, kind, text, postId }) => ({ lead_id: leadId, at: now, kind, text, post_id: postId })),
    );
    await trx('leads')
      .whereIn('id', [...new Set(chunk.map(({ leadId }) => leadId))])
      .update({ last_activity_at: now });
  }
}
