import { useEffect } from 'react';
import type { Lead } from '#shared/leads.ts';
import { createCell } from '#web/lib/cell.ts';

interface OpenLead {
  lead: Lead;
  /** It was put off: moves on. Returns what brings it back. */
  onSnoozed: () => () => void;
}

/** The lead in the reader, for the command palette. */
export const openLead = createCell<OpenLead | null>(null);

const maxRecent = 5;
/** Ids of the leads that were open since the page was loaded, newest first. */
export const recentLeads = createCell<readonly string[]>([]);

export function useOpenLead(lead: Lead | undefined, onSnoozed: OpenLead['onSnoozed']): void {
  useEffect(() => {
    if (!lead) return undefined;
    const shown = { lead, onSnoozed };
    openLead.set(shown);
    return () => (openLead.get() === shown ? openLead.set(null) : undefined);
  });
  const id = lead?.id;
  useEffect(() => {
    if (id !== undefined) recentLeads.set([id, ...recentLeads.get().filter((other) => other !== id)].slice(0, maxRecent));
  }, [id]);
}
