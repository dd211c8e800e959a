import { mutate } from 'swr';
import { leadRoutes, type Lead, type LeadUpdate } from '#shared/leads.ts';
import { sendWhenReachable } from '#web/features/inbox/undo.ts';
import { call, markStale } from '#web/lib/api.ts';
import { pathOf } from '#web/lib/api-client.ts';

/** Optimistic. Rolls back and rejects if the server refuses. */
export async function updateLead(id: string, change: LeadUpdate): Promise<Lead> {
  const params = { id };
  const key = pathOf(leadRoutes.get, { params });
  let before: Lead | undefined;
  const changed = (lead: Lead | undefined): Lead | undefined => {
    before = lead;
    return lead && { ...lead, ...change };
  };
  await mutate(key, changed, { revalidate: false });
  try {
    const send = () => call(leadRoutes.update, { params, body: change }, { keepalive: change.notes === undefined });
    // Notes say beside their field whether they are saved.
    const updated = await (change.notes === undefined ? sendWhenReachable(send) : send());
    await mutate(key, updated, { revalidate: false });
    markStale(['/dashboard', `${key}/timeline`]);
    return updated;
  } catch (error) {
    await mutate(key, before, { revalidate: false });
    throw error;
  }
}
