import { Reply } from 'lucide-react';
import { useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react';
import type { Post } from '#shared/posts.ts';
import { OutboxList } from '#web/features/reddit-account/outbox-list.tsx';
import { useDraftText } from '#web/lib/draft-text.ts';
import { usePublicSettings } from '#web/lib/public-settings.ts';
import { Kbd } from '#web/ui/kbd.tsx';
import { readerGrid } from './conversation.tsx';
import { externalUrl } from './external-link.ts';
import { ReplyBox } from './reply-box.tsx';
import { texts } from './texts.ts';

export type ReplyTarget = Pick<Post, 'id' | 'permalink' | 'sample' | 'origin'>;

export interface ReplyDockHandle {
  focus: () => void;
}

/** One line until the user starts a reply, so the conversation keeps the height. A kept draft is shown. */
export function ReplyDock({ post, ref }: { post: ReplyTarget; ref: Ref<ReplyDockHandle> }) {
  const [draft] = useDraftText(`answer ${post.id}`);
  const [isOpen, setOpen] = useState(draft !== '');
  const wantsFocus = useRef(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const focus = () => {
    wantsFocus.current = true;
    setOpen(true);
    focusAtEnd(field.current);
  };
  useImperativeHandle(ref, () => ({ focus }), []);
  // Before the next key press, so that text typed right after `r` goes into the reply.
  useLayoutEffect(() => {
    if (isOpen && wantsFocus.current) focusAtEnd(field.current);
  }, [isOpen]);
  return (
    <div className="max-h-[40dvh] flex-none overflow-y-auto border-t bg-background [scrollbar-width:thin]">
      {isOpen ? (
        <div className={`${readerGrid} py-3`}>
          <ReplyBox ref={field} postId={post.id} permalink={post.permalink} isOnReddit={post.origin === 'reddit' && !post.sample} />
        </div>
      ) : (
        <ClosedDock key={post.id} post={post} onOpen={focus} />
      )}
    </div>
  );
}

/** Continues a kept draft at its end. */
function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

function ClosedDock({ post, onOpen }: { post: ReplyTarget; onOpen: () => void }) {
  const isPosting =
    usePublicSettings().data?.postingEnabled === true && externalUrl(post.permalink) !== null && !post.sample && post.origin === 'reddit';
  return (
    <div className="max-w-[920px] px-8 py-2 max-md:px-4 md:max-xl:px-6">
      <div className="mb-2 empty:hidden">
        <OutboxList postId={post.id} enabled={isPosting} />
      </div>
      <button
        type="button"
        onClick={onOpen}
        className="flex h-control w-full min-w-0 items-center gap-2.5 rounded-lg border border-control bg-surface px-3 text-left text-13 text-muted hover:text-text max-md:h-11"
      >
        <Reply aria-hidden className="size-4 flex-none" />
        <span className="min-w-0 flex-1 truncate">{texts.startReply}</span>
        <span className="max-md:hidden">
          <Kbd>r</Kbd>
        </span>
      </button>
    </div>
  );
}
