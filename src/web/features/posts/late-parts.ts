import { lazyPart } from '#web/lib/lazy-part.ts';

/** Loaded after the list, to keep the first view small. */
export const { Part: PostFilterForm } = lazyPart(async () => (await import('./post-filter-form.tsx')).PostFilterForm);
export const { Part: PostReader, fetch: fetchReader } = lazyPart(async () => (await import('./post-reader.tsx')).PostReader);
