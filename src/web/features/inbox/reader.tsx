import { Reply } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type RefObject } from 'react';
import { postRoutes, type Post, type PostDetail } from '#shared/posts.ts';
import { useApi } from '#web/lib/api.ts';
import { useIsMobile } from '#web/lib/media.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { PageSkeleton } from '#web/ui/skeleton.tsx';
import { AnswerBox } from './answer-box.tsx';
import { Conversation, readerGrid } from './conversation.tsx';
import { texts } from './texts.ts';

export interface ReaderHandle {
  focusText: () => void;
  focusAnswer: () => void;
  askWrong: () => void;
  post: PostDetail | undefined;
}

interface ReaderProps {
  postId: string;
  /** What the list already knows, shown until the rest is there. */
  known?: Post | undefined;
  /** Given the post once it is there. */
  bar: (post: Post) => ReactNode;
  below?: ReactNode;
  /** Called when a post that nobody has seen yet is on screen. */
  onSeen?: ((postId: string) => void) | undefined;
  handle: RefObject<ReaderHandle | null>;
}

/** One conversation with its reasons and the place to answer. Put a key of the post's id on it. */
export function Reader({ postId, known, bar, below, onSeen, handle }: ReaderProps) {
  const { data, error, mutate, isValidating } = useApi(postRoutes.get, { params: { id: postId } });
  const post = data ?? (known && { ...known, thread: [], points: [] });
  const [askingWrong, setAskingWrong] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const dock = useRef<{ focus: () => void }>(null);

  const isUnseen = post?.seen === false;
  const tellSeen = useEffectEvent(() => onSeen?.(postId));
  useEffect(() => {
    if (isUnseen) tellSeen();
  }, [isUnseen]);

  useEffect(() => {
    handle.current = {
      focusText: () => heading.current?.focus(),
      focusAnswer: () => dock.current?.focus(),
      askWrong: () => setAskingWrong(true),
      post: data,
    };
    return () => {
      handle.current = null;
    };
  }, [handle, data]);

  if (!post) {
    return error ? (
      <ErrorState onRetry={() => void mutate()} retrying={isValidating} className="flex-1">
        {texts.loadFailed} {error.message}
      </ErrorState>
    ) : (
      <div className="p-8 max-md:p-4">
        <PageSkeleton />
      </div>
    );
  }
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      {bar(post)}
      {/* A box that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div
        role="region"
        aria-label={texts.title}
        tabIndex={0}
        className="relative min-h-0 flex-1 overflow-y-auto -outline-offset-2 [scrollbar-color:var(--border)_transparent] [scrollbar-width:thin]"
      >
        <Conversation post={post} headingRef={heading} askingWrong={askingWrong} onAskWrong={setAskingWrong}>
          {below}
        </Conversation>
      </div>
      {post.goneAt ? null : <AnswerDock post={post} dock={dock} />}
    </div>
  );
}

/** Open beside the text on large screens; one button at the foot of small ones, so that the text keeps the room. */
function AnswerDock({ post, dock }: { post: Post; dock: RefObject<{ focus: () => void } | null> }) {
  const isMobile = useIsMobile();
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const shouldFocus = useRef(false);
  const shows = isOpen || !isMobile;
  useEffect(() => {
    dock.current = {
      focus: () => {
        shouldFocus.current = true;
        setOpen(true);
        field.current?.focus();
      },
    };
    return () => {
      dock.current = null;
    };
  }, [dock]);
  useEffect(() => {
    if (shows && shouldFocus.current) field.current?.focus();
  }, [shows]);

  if (!shows) {
    return (
      <div className="flex flex-none gap-2 border-t bg-surface px-4 py-2">
        <Button icon={Reply} className="flex-1" onClick={() => dock.current?.focus()}>
          {texts.reply}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex-none border-t bg-background">
      <div className={`${readerGrid} py-3 md:py-4`}>
        <AnswerBox key={post.id} ref={field} postId={post.id} permalink={post.permalink} />
      </div>
    </div>
  );
}
