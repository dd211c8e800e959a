import { RotateCcw } from 'lucide-react';
import { archiveRoutes } from '#shared/archive.ts';
import { type Post, postRoutes } from '#shared/posts.ts';
import type { Listing } from '#web/features/inbox/list/use-listing.ts';
import { call, markStale } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/failure.ts';
import { Can } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast, toastWithAction } from '#web/ui/toaster.tsx';
import { texts } from './texts.ts';

/** Takes a post back out of the archive, with an undo. */
export async function restore(post: Post, listing: Listing<Post>): Promise<void> {
  await listing.patch((posts) => posts.filter(({ id }) => id !== post.id));
  try {
    const { undoToken, changed } = await call(archiveRoutes.restore, { body: { ids: [post.id] } });
    markStale(['/posts', '/leads', '/dashboard']);
    const undo = async () => {
      await call(postRoutes.undo, { body: { undoToken } });
      markStale(['/posts', '/leads', '/dashboard']);
      await listing.refresh();
    };
    toastWithAction(texts.restored(changed), { label: texts.undo, onSelect: () => void undo().catch(showFailure) });
  } catch (error) {
    showFailure(error);
    await listing.refresh();
  }
}
const showFailure = (error: unknown) => toast.error(texts.actionFailed(messageOf(error)));

export const RestoreButton = ({ title, onRestore }: { title: string; onRestore: () => void }) => (
  <Can>
    <Button variant="outline" size="sm" icon={RotateCcw} aria-label={texts.restoreOf(title)} onClick={onRestore}>
      <span className="max-md:sr-only">{texts.restore}</span>
    </Button>
  </Can>
);
