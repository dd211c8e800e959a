import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import { postRoutes, type Post, type PostDetail } from '#shared/posts.ts';
import { useApi } from '#web/lib/api.ts';
import { useIsNarrow } from '#web/lib/media.ts';
import { useCan } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { PartBoundary } from '#web/ui/boundary.tsx';
import { ErrorState, PageSkeleton } from '#web/ui/states.tsx';
import { Conversation } from './conversation.tsx';
import { externalRel, externalUrl } from '#web/lib/external-link.ts';
import { ReplyDock, type ReplyDockHandle, type ReplyDockProps, type ReplyTarget } from './reply-dock.tsx';
import { readerTexts } from './reader-texts.ts';
import { selectedIn } from './strike-bar.tsx';
import type { StrikeRequest } from './strike-dialog.tsx';
import { lazyDialog } from '#web/ui/lazy.tsx';
import { Check, X } from 'lucide-react';
import { useSwipeable } from 'react-swipeable';

const StrikeDialog = lazyDialog(async () => (await import('./strike-dialog.tsx')).StrikeDialog);

export interface ReaderHandle {
  focusText: () => void;
  focusReply: () => void;
  askBadMatch: () => void;
  schedule: () => void;
  chooseDraft: (number: number) => void;
  /** Asks what the selected words, or typed ones, teach the campaign. */
  teach: () => void;
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
  onSent?: ReplyDockProps['onSent'];
  answerId?: ReplyDockProps['answerId'];
  /** Swipe actions on small screens. */
  swipe?: SwipeActions | undefined;
}

/** Pass the post's id as `key`. */
export function Reader({ postId, known, replyTarget, renderBar, below, onSeen, onSent, answerId, handle, swipe }: ReaderProps) {
  const { data, error, mutate, isValidating } = useApi(postRoutes.get, { params: { id: postId } });
  const post = data ?? (known && { ...known, thread: [], points: [] });
  const [askingBadMatch, setAskingBadMatch] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const dock = useRef<ReplyDockHandle>(null);
  const [striking, setStriking] = useState<StrikeRequest | null>(null);
  const ask = (kind: StrikeRequest['kind'], words: string) => setStriking(post ? { campaignId: post.campaignId, kind, words } : null);

  useMarkSeen(post?.seen === false, () => onSeen?.(postId));
  useImperativeHandle(
    handle,
    () => ({
      focusText: () => heading.current?.focus(),
      focusReply: () => dock.current?.focus(),
      askBadMatch: () => setAskingBadMatch(true),
      schedule: () => dock.current?.schedule(),
      chooseDraft: (number) => dock.current?.chooseDraft(number),
      teach: () => setStriking(data ? { campaignId: data.campaignId, kind: 'never', words: selectedIn(document.body)?.words ?? '' } : null),
      post: data,
    }),
    [data],
  );

  const isNarrow = useIsNarrow();
  const { work } = useCan();
  const target = post ?? replyTarget;
  const page = (
    <>
      {renderBar(post)}
      {post ? (
        <section
          aria-label={readerTexts.title}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable box must be reachable by keyboard
          tabIndex={0}
          className="relative min-h-0 flex-1 overflow-y-auto -outline-offset-2 [scrollbar-color:var(--border)_transparent] [scrollbar-width:thin]"
        >
          <PartBoundary of={post} text={readerTexts.postCrashed} action={<OpenOriginal post={post} />} onRetry={() => void mutate()}>
            <Conversation post={post} headingRef={heading} askingBadMatch={askingBadMatch} onAskBadMatch={setAskingBadMatch} onStrike={ask}>
              {below}
            </Conversation>
          </PartBoundary>
        </section>
      ) : error ? (
        <ErrorState onRetry={() => void mutate()} retrying={isValidating} className="flex-1">
          {readerTexts.loadFailed} {error.message}
        </ErrorState>
      ) : (
        <div className="min-h-0 flex-1 overflow-hidden p-8 max-md:p-4">
          <PageSkeleton />
        </div>
      )}
      <StrikeDialog open={striking !== null} request={striking} onClose={() => setStriking(null)} />
      {target && !post?.goneAt && !(error && !post) ? <ReplyDock post={target} answerId={answerId} onSent={onSent} ref={dock} /> : null}
    </>
  );
  if (swipe && isNarrow && work) return <SwipeArea actions={swipe}>{page}</SwipeArea>;
  return (
    <div data-reader className="flex min-h-0 min-w-0 flex-1 flex-col">
      {page}
    </div>
  );
}

function OpenOriginal({ post: { permalink, origin } }: { post: Post }) {
  const thread = externalUrl(permalink);
  if (thread === null) return null;
  return (
    <Button variant="outline" asChild>
      <a href={thread} target="_blank" rel={externalRel}>
        {readerTexts.openOn(origin)}
      </a>
    </Button>
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
        {readerTexts.swipeKeep}
      </span>
      <span aria-hidden className={`${hint} right-5 text-bad group-has-data-[swipe=dismiss]/swipe:opacity-100`}>
        <X className="size-6" />
        {readerTexts.swipeDismiss}
      </span>
      <div {...swipe} className="relative flex min-h-0 min-w-0 flex-1 touch-pan-y flex-col bg-surface">
        {children}
      </div>
    </div>
  );
}

/** Pixels; anything shorter is an accidental touch. */
const swipeDistance = 96;

interface SwipeActions {
  /** Swipe left. */
  onDismiss: () => void;
  /** Swipe right. */
  onKeep: () => void;
}

/**
 * The page follows the finger and shows, via
 * `data-swipe`, what releasing it would do. Touch only; buttons and shortcuts do the same.
 */
function useSwipe({ onDismiss, onKeep }: SwipeActions) {
  const page = useRef<HTMLElement | null>(null);
  const follow = (by: number) => {
    if (!page.current) return;
    page.current.style.transform = by === 0 ? '' : `translateX(${by}px)`;
    const outcome = by <= -swipeDistance ? 'dismiss' : 'keep';
    if (Math.abs(by) < swipeDistance) delete page.current.dataset['swipe'];
    else page.current.dataset['swipe'] = outcome;
  };
  const { ref, ...handlers } = useSwipeable({
    delta: 24,
    trackTouch: true,
    trackMouse: false,
    onSwiping: ({ dir, deltaX }) => (dir === 'Left' || dir === 'Right' ? follow(deltaX) : follow(0)),
    onSwiped: ({ dir, deltaX }) => {
      follow(0);
      if (Math.abs(deltaX) < swipeDistance) return;
      if (dir === 'Left') onDismiss();
      if (dir === 'Right') onKeep();
    },
  });
  const attach = (node: HTMLElement | null) => {
    page.current = node;
    ref(node);
  };
  return { ...handlers, ref: attach };
}
