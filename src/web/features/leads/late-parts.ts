import { latePart } from '#web/lib/late-part.ts';

/** The list is there first: reading, answering and dragging have weight that it does not need. */
export const { Part: LeadReader, fetch: fetchReader } = latePart(async () => (await import('./lead-reader.tsx')).LeadReader);
export const { Part: LeadFilterForm } = latePart(async () => (await import('./lead-filter-form.tsx')).LeadFilterForm);
export const { Part: LeadBoard } = latePart(async () => (await import('./board.tsx')).LeadBoard);
