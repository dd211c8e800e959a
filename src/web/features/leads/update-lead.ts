import { mutate } from 'swr';
import { leadRoutes, type Lead, type LeadUpdate } from '#shared/leads.ts';
import { call, markStale } from '#web/lib/api.ts';
import { pathOf } from '#web/lib/api-client.ts';

/** Sets something on a lead, at once on the screen. Rejects, with the old state back, where the server refuses. */
export async function updateLead(lead: Lead, change: LeadUpdate): Promise<Lead> {
  const key = pathOf(leadRoutes.get, { params: { id: lead.id } });
  await mutate(key, { ...lead, ...change }, { revalidate: false });
  try {
    const updated = await call(leadRoutes.update, { params: { id: lead.id }, body: change });
    await mutate(key, updated, { revalidate: false });
    markStale(['/dashboard', `/leads/${lead.id}/timeline`]);
    return updated;
  } catch (error) {
    await mutate(key, lead, { revalidate: false });
    throw error;
  }
}
