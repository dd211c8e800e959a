import { Reply } from 'lucide-react';
import { useEffect, useEffectEvent, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import { postRoutes, type Post, type PostDetail } from '#shared/posts.ts';
import { useApi } from '#web/lib/api.ts';
import { useIsMobile, useIsNarrow } from '#web/lib/media.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageSkeleton } from '#web/ui/skeleton.tsx';
import { AnswerBox } from './answer-box.tsx';
import { Conversation, readerGrid } from './conversation.tsx';
import { SwipeArea } from './swipe-area.tsx';
import { texts } from './texts.ts';
import type { SwipeActions } from './use-swipe.ts';

export interface ReaderHandle {
  focusText: () => void;
  focusAnswer: () => void;
  askWrong: () => void;
  post: PostDetail | undefined;
}

type AnswerTo = Pick<Post, 'id' | 'permalink' | 'sample'>;

interface ReaderProps {
  postId: string;
  /** What the list already knows, shown until the rest is there. */
  known?: Post | undefined;
  /** Enough of the post to write to: what is typed while the rest is still on its way belongs in the answer. */
  answerTo?: AnswerTo | undefined;
  /** Given the post once it is there; until then what can be done without it. */
  renderBar: (post: Post | undefined) => ReactNode;
  below?: ReactNode;
  /** Called when a post that nobody has seen yet is on screen. */
  onSeen?: ((postId: string) => void) | undefined;
  handle: Ref<ReaderHandle>;
  /** What pushing the page aside does where it fills the screen. */
  swipe?: SwipeActions | undefined;
}

/** One conversation with its reasons and the place to answer. Put a key of the post's id on it. */
export function Reader({ postId, known, answerTo, renderBar, below, onSeen, handle, swipe }: ReaderProps) {
  const { data, error, mutate, isValidating } = useApi(postRoutes.get, { params: { id: postId } });
  const post = data ?? (known && { ...known, thread: [], points: [] });
  const [askingWrong, setAskingWrong] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const dock = useRef<{ focus: () => void }>(null);

  useTellSeen(post?.seen === false, () => onSeen?.(postId));
  useImperativeHandle(
    handle,
    () => ({
      focusText: () => heading.current?.focus(),
      focusAnswer: () => dock.current?.focus(),
      askWrong: () => setAskingWrong(true),
      post: data,
    }),
    [data],
  );

  const isNarrow = useIsNarrow();
  const target = post ?? answerTo;
  const page = (
    <>
      {renderBar(post)}
      {post ? (
        <section
          aria-label={texts.title}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard
          tabIndex={0}
          className="relative min-h-0 flex-1 overflow-y-auto -outline-offset-2 [scrollbar-color:var(--border)_transparent] [scrollbar-width:thin]"
        >
          <Conversation post={post} headingRef={heading} askingWrong={askingWrong} onAskWrong={setAskingWrong}>
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
      {target && !post?.goneAt && !(error && !post) ? <AnswerDock post={target} dock={dock} /> : null}
    </>
  );
  if (swipe && isNarrow) return <SwipeArea actions={swipe}>{page}</SwipeArea>;
  return <div className="flex min-h-0 min-w-0 flex-1 flex-col">{page}</div>;
}

/** Calls `onSeen` once: what was on its way before still says that nobody has seen it. */
function useTellSeen(isUnseen: boolean, onSeen: () => void): void {
  const isTold = useRef(false);
  const tell = useEffectEvent(() => {
    if (isTold.current) return;
    isTold.current = true;
    onSeen();
  });
  useEffect(() => {
    if (isUnseen) tell();
  }, [isUnseen]);
}

/** Open beside the text on large screens; one button at the foot of small ones, so that the text keeps the room. */
function AnswerDock({ post, dock }: { post: AnswerTo; dock: Ref<{ focus: () => void }> }) {
  const isMobile = useIsMobile();
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const shouldFocus = useRef(false);
  const shows = isOpen || !isMobile;
  const focus = () => {
    shouldFocus.current = true;
    setOpen(true);
    field.current?.focus();
  };
  useImperativeHandle(dock, () => ({ focus }), []);
  useEffect(() => {
    if (shows && shouldFocus.current) field.current?.focus();
  }, [shows]);

  if (!shows) {
    return (
      <div className="flex flex-none gap-2 border-t bg-surface px-4 py-2">
        <Button icon={Reply} className="flex-1" onClick={focus}>
          {texts.reply}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex-none border-t bg-background">
      <div className={`${readerGrid} py-3 md:py-4`}>
        <AnswerBox key={post.id} ref={field} postId={post.id} permalink={post.permalink} sample={post.sample} />
      </div>
    </div>
  );
}
