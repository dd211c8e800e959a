import { lazyPart } from '#web/lib/lazy-part.ts';

/** Loaded after the list, to keep the first view small. */
export const { Part: LeadReader, fetch: fetchReader } = lazyPart(async () => (await import('./lead-reader.tsx')).LeadReader);
export const { Part: LeadFilterForm } = lazyPart(async () => (await import('./lead-filter-form.tsx')).LeadFilterForm);
export const { Part: LeadBoard } = lazyPart(async () => (await import('./board.tsx')).LeadBoard);
export const { Part: NoLeads } = lazyPart(async () => (await import('./no-leads.tsx')).NoLeads);
