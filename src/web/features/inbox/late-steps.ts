import type { PostDetail } from '#shared/posts.ts';
import type { Step } from './undo.ts';

// Loaded after the first view. Calls made before that run in their order once it is loaded.
const load = () => import('./undo.ts');
const loadFeedback = () => import('./give-feedback.ts');

export function fetchSteps(): void {
  for (const part of [load(), loadFeedback()]) part.catch(() => {});
}

export const recordStep = async (step: Step): Promise<boolean> => (await load()).recordStep(step);
export const sendWhenReachable = async <T>(request: () => Promise<T>): Promise<T> => (await load()).sendWhenReachable(request);
export const undoLast = async (): Promise<void> => (await load()).undoLast();
export const markGoodMatch = async (post: PostDetail): Promise<void> => (await loadFeedback()).giveFeedback(post, 'right');
