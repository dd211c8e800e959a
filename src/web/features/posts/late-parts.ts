import { latePart } from '#web/lib/late-part.ts';

/** The list is there first: reading and answering have weight that it does not need. */
export const { Part: PostFilterForm } = latePart(async () => (await import('./post-filter-form.tsx')).PostFilterForm);
export const { Part: PostReader, fetch: fetchReader } = latePart(async () => (await import('./post-reader.tsx')).PostReader);
