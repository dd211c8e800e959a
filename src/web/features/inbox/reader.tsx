import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import { postRoutes, type Post, type PostDetail } from '#shared/posts.ts';
import { useApi } from '#web/lib/api.ts';
import { useIsNarrow } from '#web/lib/media.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageSkeleton } from '#web/ui/skeleton.tsx';
import { Conversation } from './conversation.tsx';
import { ReplyDock, type ReplyDockHandle, type ReplyTarget } from './reply-dock.tsx';
import { texts } from './texts.ts';
import { type SwipeActions, useSwipe } from './use-swipe.ts';
import { Check, X } from 'lucide-react';

export interface ReaderHandle {
  focusText: () => void;
  focusReply: () => void;
  askBadMatch: () => void;
  post: PostDetail | undefined;
}

interface ReaderProps {
  postId: string;
  /** What the list already knows; shown until the full post has loaded. */
  known?: Post | undefined;
  /** Enough to reply: text typed while the post loads goes into the reply. */
  replyTarget?: ReplyTarget | undefined;
  /** Called without a post until it has loaded. */
  renderBar: (post: Post | undefined) => ReactNode;
  below?: ReactNode;
  /** Called once an unseen post is on screen. */
  onSeen?: ((postId: string) => void) | undefined;
  handle: Ref<ReaderHandle>;
  /** Swipe actions on small screens. */
  swipe?: SwipeActions | undefined;
}

/** Pass the post's id as `key`. */
export function Reader({ postId, known, replyTarget, renderBar, below, onSeen, handle, swipe }: ReaderProps) {
  const { data, error, mutate, isValidating } = useApi(postRoutes.get, { params: { id: postId } });
  const post = data ?? (known && { ...known, thread: [], points: [] });
  const [askingBadMatch, setAskingBadMatch] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const dock = useRef<ReplyDockHandle>(null);

  useMarkSeen(post?.seen === false, () => onSeen?.(postId));
  useImperativeHandle(
    handle,
    () => ({
      focusText: () => heading.current?.focus(),
      focusReply: () => dock.current?.focus(),
      askBadMatch: () => setAskingBadMatch(true),
      post: data,
    }),
    [data],
  );

  const isNarrow = useIsNarrow();
  const target = post ?? replyTarget;
  const page = (
    <>
      {renderBar(post)}
      {post ? (
        <section
          aria-label={texts.title}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable box must be reachable by keyboard
          tabIndex={0}
          className="relative min-h-0 flex-1 overflow-y-auto -outline-offset-2 [scrollbar-color:var(--border)_transparent] [scrollbar-width:thin]"
        >
          <Conversation post={post} headingRef={heading} askingBadMatch={askingBadMatch} onAskBadMatch={setAskingBadMatch}>
            {below}
          </Conversation>
        </section>
      ) : error ? (
        <ErrorState onRetry={() => void mutate()} retrying={isValidating} className="flex-1">
          {texts.loadFailed} {error.message}
        </ErrorState>
      ) : (
        <div className="min-h-0 flex-1 overflow-hidden p-8 max-md:p-4">
          <PageSkeleton />
        </div>
      )}
      {target && !post?.goneAt && !(error && !post) ? <ReplyDock post={target} ref={dock} /> : null}
    </>
  );
  if (swipe && isNarrow) return <SwipeArea actions={swipe}>{page}</SwipeArea>;
  return (
    <div data-reader className="flex min-h-0 min-w-0 flex-1 flex-col">
      {page}
    </div>
  );
}

/** Skimming past an item doesn't mark it as seen. */
const seenAfterMs = 2000;

/** Calls `onSeen` only once, because a response in flight may still say unseen. */
function useMarkSeen(isUnseen: boolean, onSeen: () => void): void {
  const isMarked = useRef(false);
  const markSeen = useEffectEvent(() => {
    if (isMarked.current) return;
    isMarked.current = true;
    onSeen();
  });
  useEffect(() => {
    if (!isUnseen) return undefined;
    const timer = setTimeout(() => markSeen(), seenAfterMs);
    return () => clearTimeout(timer);
  }, [isUnseen]);
}

const hint = 'absolute top-1/3 flex flex-col items-center gap-1 text-13 font-medium opacity-50 transition-opacity';

function SwipeArea({ actions, children }: { actions: SwipeActions; children: ReactNode }) {
  const swipe = useSwipe(actions);
  return (
    <div data-reader className="group/swipe relative flex min-h-0 min-w-0 flex-1 flex-col overflow-hidden bg-sunken">
      <span aria-hidden className={`${hint} left-5 text-good group-has-data-[swipe=keep]/swipe:opacity-100`}>
        <Check className="size-6" />
        {texts.swipeKeep}
      </span>
      <span aria-hidden className={`${hint} right-5 text-bad group-has-data-[swipe=dismiss]/swipe:opacity-100`}>
        <X className="size-6" />
        {texts.swipeDismiss}
      </span>
      <div {...swipe} className="relative flex min-h-0 min-w-0 flex-1 touch-pan-y flex-col bg-surface">
        {children}
      </div>
    </div>
  );
}
