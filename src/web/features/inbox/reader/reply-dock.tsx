import { Reply, ArrowUpRight, Copy } from 'lucide-react';
import { useImperativeHandle, useLayoutEffect, useRef, useState, type Ref, type KeyboardEvent } from 'react';
import type { Post } from '#shared/posts.ts';
import { sourceOf } from '#shared/sources.ts';
import { OutboxList } from '#web/features/reddit-account/outbox-list.tsx';
import { useDraftText } from '#web/lib/draft-text.ts';
import { usePublicSettings } from '#web/lib/public-settings.ts';
import { Kbd } from '#web/ui/kbd.tsx';
import { externalUrl, externalRel } from '#web/lib/external-link.ts';
import { BeforeSending } from '#web/features/reply-help/pre-send-check.tsx';
import { Drafts } from '#web/features/reply-help/drafts.tsx';
import { PostButton, type PostButtonHandle } from '#web/features/reddit-account/post-button.tsx';
import { matchesHotkey } from '#web/lib/hotkey.ts';
import { Button } from '#web/ui/button.tsx';
import { readerGrid } from './conversation.tsx';
import { copyText } from '#web/lib/clipboard.ts';
import { readerTexts } from './reader-texts.ts';

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
    <div className="flex max-h-[clamp(40dvh,22.5rem,60dvh)] flex-none flex-col border-t bg-background max-md:max-h-[55dvh]">
      {isOpen ? (
        <ReplyBox ref={field} postId={post.id} permalink={post.permalink} isOnReddit={sourceOf(post.origin).can.reply && !post.sample} />
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
    usePublicSettings().data?.postingEnabled === true &&
    externalUrl(post.permalink) !== null &&
    !post.sample &&
    sourceOf(post.origin).can.reply;
  return (
    <div className="min-h-0 max-w-[920px] overflow-y-auto px-8 py-2 max-md:px-4 md:max-xl:px-6 [scrollbar-width:thin]">
      <div className="mb-2 empty:hidden">
        <OutboxList postId={post.id} enabled={isPosting} />
      </div>
      <button
        type="button"
        onClick={onOpen}
        className="flex h-control w-full min-w-0 items-center gap-2.5 rounded-lg border border-control bg-surface px-3 text-left text-13 text-muted hover:text-text max-md:h-11"
      >
        <Reply aria-hidden className="size-4 flex-none" />
        <span className="min-w-0 flex-1 truncate">{readerTexts.startReply}</span>
        <span className="max-md:hidden">
          <Kbd>r</Kbd>
        </span>
      </button>
    </div>
  );
}

const wordCount = (text: string): number => text.trim().split(/\s+/).filter(Boolean).length;

interface ReplyBoxProps {
  postId: string;
  permalink: string | null;
  /** False for an invented post or one from elsewhere: there is nothing to check or post on Reddit. */
  isOnReddit: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** The text stays on this device until it is sent, even if the page is left or the session ends. */
function ReplyBox({ postId, permalink, isOnReddit, ref }: ReplyBoxProps) {
  const [text, change] = useDraftText(`answer ${postId}`);
  const thread = externalUrl(permalink);
  const canPost = usePublicSettings().data?.postingEnabled === true && thread !== null && isOnReddit;
  const post = useRef<PostButtonHandle>(null);
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !matchesHotkey(event, 'mod+Enter')) return;
    event.preventDefault();
    post.current?.send();
  };
  return (
    <>
      <div className={`${readerGrid} min-h-0 overflow-y-auto pt-3 [scrollbar-width:thin] md:grid-rows-[minmax(0,1fr)]`}>
        <div className="flex min-w-0 flex-col">
          <div className="mb-3 empty:hidden">
            <OutboxList postId={postId} enabled={canPost} />
          </div>
          <Drafts postId={postId} text={text} onChange={change} />
          <textarea
            ref={ref}
            dir="auto"
            aria-label={readerTexts.replyText}
            aria-keyshortcuts={canPost ? 'Control+Enter Meta+Enter' : undefined}
            placeholder={readerTexts.replyPlaceholder}
            value={text}
            rows={3}
            onChange={(event) => change(event.target.value)}
            onKeyDown={sendOnEnter}
            className="field-text block field-sizing-content max-md:max-h-52 min-h-20 w-full flex-auto resize-none rounded-lg border border-control bg-surface px-3.5 py-3 text-14 leading-[22px] placeholder:text-muted focus:outline-2 focus:-outline-offset-1 focus:outline-ring"
          />
        </div>
        {thread !== null && isOnReddit ? <BeforeSending postId={postId} text={text} /> : null}
      </div>
      <div className={`${readerGrid} flex-none py-2`}>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant={text && !canPost ? 'default' : 'outline'}
            size="sm"
            icon={Copy}
            disabled={text === ''}
            onClick={() => void copyText(text)}
          >
            <span className="max-md:sr-only">{readerTexts.copy}</span>
          </Button>
          {canPost ? <PostButton ref={post} postId={postId} text={text} onSent={() => change('')} /> : null}
          {thread ? (
            // On small screens, the link at the top leads there too.
            <Button variant="outline" size="sm" asChild className="max-xl:hidden">
              <a href={thread} target="_blank" rel={externalRel}>
                {readerTexts.openThread}
                <ArrowUpRight aria-hidden className="size-3.5" />
              </a>
            </Button>
          ) : null}
          <span className="ml-auto text-12 text-muted tabular-nums max-md:hidden">
            {text ? readerTexts.wordCount(wordCount(text)) : ''}
          </span>
        </div>
      </div>
    </>
  );
}
