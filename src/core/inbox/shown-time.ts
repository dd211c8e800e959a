/** Short enough that no rounded score looks out of date. */
const stepMs = 10_000;

/** The time as of which lists show scores: the same for a few seconds, so that a page needn't be sorted again for each reader. */
export const shownTime = (now: number): number => now - (now % stepMs);
