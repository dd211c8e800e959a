import type { PostDetail } from '#shared/posts.ts';
import type * as Undo from './undo.ts';

// Loaded after the first view. Calls made before that run in their order once it is loaded.
let steps: typeof Undo | undefined;
/** Kept, because an import takes a moment each time, and the page may be left in it. */
const load = async () => (steps ??= await import('./undo.ts'));
const loadFeedback = () => import('./give-feedback.ts');

export function fetchSteps(): void {
  for (const part of [load(), loadFeedback()]) part.catch(() => {});
}

export const recordStep = async (step: Undo.Step): Promise<boolean> => (await load()).recordStep(step);
export const sendWhenReachable = async <T>(request: () => Promise<T>): Promise<T> => (await load()).sendWhenReachable(request);
export const undoLast = async (): Promise<void> => (await load()).undoLast();
export const markGoodMatch = async (post: PostDetail): Promise<void> => (await loadFeedback()).giveFeedback(post, 'right');
