import { latePart } from '#web/lib/late-part.ts';

/** Loaded after the list, to keep the first view small. */
export const { Part: PostFilterForm } = latePart(async () => (await import('./post-filter-form.tsx')).PostFilterForm);
export const { Part: PostReader, fetch: fetchReader } = latePart(async () => (await import('./post-reader.tsx')).PostReader);
