import { latePart } from '#web/lib/late-part.ts';

/** Loaded after the list, to keep the first view small. */
export const { Part: LeadReader, fetch: fetchReader } = latePart(async () => (await import('./lead-reader.tsx')).LeadReader);
export const { Part: LeadFilterForm } = latePart(async () => (await import('./lead-filter-form.tsx')).LeadFilterForm);
export const { Part: LeadBoard } = latePart(async () => (await import('./board.tsx')).LeadBoard);
