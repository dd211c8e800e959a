import { mutate } from 'swr';
import { leadRoutes, type Lead, type LeadUpdate } from '#shared/leads.ts';
import { sendWhenReachable } from '#web/features/inbox/actions/undo.ts';
import { call, markStale } from '#web/lib/api.ts';
import { pathOf } from '#web/lib/api-client.ts';
import type { DismissReason } from '#shared/posts.ts';
import type { BulkAction } from '#web/features/inbox/texts.ts';
import { triage } from '#web/features/inbox/actions/triage.ts';
import { listTexts } from './list-texts.ts';

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

interface LeadTriage {
  action: BulkAction;
  reason?: DismissReason | undefined;
  /** Restores the screen after an undo, or if the server refuses. */
  restore?: () => Promise<unknown>;
}

/** An action on all posts of one lead, outside the list. */
export const triageLead = ({ posts }: Pick<Lead, 'posts'>, step: LeadTriage): Promise<void> =>
  triage({ ...step, postIds: posts.map(({ id }) => id), count: 1, noun: listTexts.noun });
