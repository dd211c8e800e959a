import { Reply, ArrowUpRight, Copy } from 'lucide-react';
import { useId, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref, type KeyboardEvent, useCallback, useEffect } from 'react';
import { type EventPayload, replyingMs } from '#shared/events.ts';
import type { Post } from '#shared/posts.ts';
import { sourceOf } from '#shared/sources.ts';
import { OutboxList } from '#web/features/reddit-account/outbox-list.tsx';
import { useKeys } from '#web/features/keys/keys.tsx';
import { useDraftText, withoutSent, withReturned } from '#web/lib/unsaved.ts';
import { usePublicSettings } from '#web/lib/public-settings.tsx';
import { useCan, useIsTeam, useUser } from '#web/lib/session.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { externalUrl, externalRel } from '#web/lib/external-link.ts';
import { BeforeSending } from '#web/features/reply-help/pre-send-check.tsx';
import { DraftBar, type DraftsHandle, useDrafts, useGrayDraft } from '#web/features/reply-help/drafts.tsx';
import { PostButton, type PostButtonHandle } from '#web/features/reddit-account/post-button.tsx';
import { matchesHotkey } from '#web/lib/hotkey.ts';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/lib/clipboard.ts';
import { useRealtime, useRealtimeEvent } from '#web/lib/realtime.tsx';
import { readerTexts } from './reader-texts.ts';

export type ReplyTarget = Pick<Post, 'id' | 'permalink' | 'sample' | 'origin' | 'leadId'>;

export interface ReplyDockHandle {
  focus: () => void;
  schedule: () => void;
  /** Opens it with the draft of this number, counted from 1. */
  chooseDraft: (number: number) => void;
}

export interface ReplyDockProps {
  post: ReplyTarget;
  /** A reply was sent or scheduled: moves on. Returns what brings the conversation back. */
  onSent?: (() => () => void) | undefined;
  /** The reply goes below this comment instead of the post. */
  answerId?: string | undefined;
  ref: Ref<ReplyDockHandle>;
}

/** One line until the user starts a reply, so the conversation keeps the height. A kept draft is shown. */
export function ReplyDock(props: ReplyDockProps) {
  return useCan().work ? <WritingDock {...props} /> : <ReadingDock post={props.post} />;
}

/** Who may only read sees which replies there are. */
function ReadingDock({ post }: Pick<ReplyDockProps, 'post'>) {
  return (
    <div className="flex-none border-t bg-background">
      <div className={`${dockEdges} py-2.5 text-13 text-muted`}>
        {readerTexts.readOnly}
        <Replying postId={post.id} />
        <OutboxList postId={post.id} enabled={useCanPost(post)} onEdit={() => undefined} />
      </div>
    </div>
  );
}

function WritingDock({ post, answerId, onSent, ref }: ReplyDockProps) {
  const [draft, change] = useDraftText(`answer ${post.id}`);
  const [isOpen, setOpen] = useState(draft !== '');
  useTellsReplying(post.id, isOpen && draft.trim() !== '');
  const wanted = useRef<(box: ReplyDockHandle) => void>(null);
  const box = useRef<ReplyDockHandle>(null);
  useImperativeHandle(ref, () => {
    const inBox = (act: (open: ReplyDockHandle) => void) => () => {
      wanted.current = act;
      setOpen(true);
      if (box.current) act(box.current);
    };
    return {
      focus: inBox((open) => open.focus()),
      schedule: inBox((open) => open.schedule()),
      chooseDraft: (number) => inBox((open) => open.chooseDraft(number))(),
    };
  }, []);
  // Before the next key press, so that text typed right after `r` goes into the reply.
  useLayoutEffect(() => {
    if (isOpen && box.current) wanted.current?.(box.current);
  }, [isOpen]);
  const open = () => {
    wanted.current = (opened) => opened.focus();
    setOpen(true);
  };
  return (
    <div className="flex max-h-[clamp(40dvh,22.5rem,60dvh)] flex-none flex-col border-t bg-background max-md:max-h-[55dvh]">
      <div className={`${dockEdges} pt-2 empty:hidden has-[p:empty]:hidden`}>
        <Replying postId={post.id} />
      </div>
      {isOpen ? (
        <ReplyBox ref={box} post={post} answerId={answerId} onSent={onSent} />
      ) : (
        <ClosedDock
          key={post.id}
          post={post}
          answerId={answerId}
          onOpen={open}
          onEdit={(message) => {
            change((now) => withReturned(now, message));
            open();
          }}
        />
      )}
    </div>
  );
}

/** An invented post or one from elsewhere: there is nothing to check or post on Reddit. */
const isRepliable = ({ permalink, sample, origin }: ReplyTarget): boolean =>
  externalUrl(permalink) !== null && sourceOf(origin).can.reply && !sample;
const useCanPost = (post: ReplyTarget): boolean => usePublicSettings().data?.postingEnabled === true && isRepliable(post);

/** Those of the conversation. */
const dockEdges = 'max-w-[920px] px-8 max-md:px-4 md:max-xl:px-6';

/** Continues a kept draft at its end. */
function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

interface ClosedDockProps extends Pick<ReplyDockProps, 'post' | 'answerId'> {
  onOpen: () => void;
  onEdit: (message: string) => void;
}

function ClosedDock({ post, answerId, onOpen, onEdit }: ClosedDockProps) {
  const [draft] = useDrafts(post.id, answerId).variants;
  const isPosting = useCanPost(post);
  return (
    <div className={`${dockEdges} min-h-0 overflow-y-auto py-2 [scrollbar-width:thin]`}>
      <div className="mb-2 empty:hidden">
        <OutboxList postId={post.id} enabled={isPosting} onEdit={onEdit} />
      </div>
      <button
        type="button"
        onClick={onOpen}
        className="flex h-control w-full min-w-0 items-center gap-2.5 rounded-lg border border-control bg-surface px-3 text-left text-13 text-muted hover:text-text max-md:h-11"
      >
        <Reply aria-hidden className="size-4 flex-none" />
        <span className="min-w-0 flex-1 truncate">
          {readerTexts.startReply}{' '}
          {draft ? (
            <span className="ml-1.5">
              {readerTexts.draft} <bdi>{draft.text}</bdi>
            </span>
          ) : null}
        </span>
        <span className="max-md:hidden">
          <Kbd>r</Kbd>
        </span>
      </button>
    </div>
  );
}

const wordCount = (text: string): number => text.trim().split(/\s+/).filter(Boolean).length;

/** The text stays on this device until it is sent, even if the page is left or the session ends. */
function ReplyBox({ post, answerId, onSent, ref }: Omit<ReplyDockProps, 'ref'> & { ref: Ref<ReplyDockHandle> }) {
  const [text, change] = useDraftText(`answer ${post.id}`);
  const thread = externalUrl(post.permalink);
  const isOnReddit = isRepliable(post);
  const canPost = useCanPost(post);
  const field = useRef<HTMLTextAreaElement>(null);
  const posting = useRef<PostButtonHandle>(null);
  const bar = useRef<DraftsHandle>(null);
  const [account, setAccount] = useState<string>();
  const drafts = useDrafts(post.id, answerId);
  const gray = useGrayDraft(drafts, { text, onChange: change });
  const hintId = useId();
  useImperativeHandle(ref, () => ({
    focus: () => focusAtEnd(field.current),
    schedule: () => (text.trim() === '' ? focusAtEnd(field.current) : posting.current?.schedule()),
    chooseDraft: (number) => bar.current?.choose(number),
  }));
  // What the filled button does.
  const send = () => (canPost ? posting.current?.send() : void copyText(text));
  const pressed = (event: KeyboardEvent) => {
    gray.onKeyDown(event);
    if (text.trim() === '' || event.nativeEvent.isComposing || !matchesHotkey(event, 'mod+Enter')) return;
    event.preventDefault();
    send();
  };
  useKeys(text.trim() === '' ? {} : { send });
  const bringBackText = (message: string) => change((now) => withReturned(now, message));
  const sent = () => {
    change((now) => withoutSent(now, text));
    const bringBack = onSent?.();
    return () => {
      bringBackText(text);
      bringBack?.();
    };
  };
  return (
    // Only the text scrolls.
    <div className={`${dockEdges} grid min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(5rem,1fr)_auto] gap-2 py-2.5`}>
      <div className="flex min-w-0 flex-col gap-2">
        <div className="max-h-20 overflow-y-auto empty:hidden">
          <OutboxList postId={post.id} enabled={canPost} onEdit={bringBackText} />
        </div>
        {answerId === undefined ? (
          <DraftBar ref={bar} drafts={drafts} isOffered={gray.offered !== undefined} hintId={hintId} text={text} onChange={change} />
        ) : null}
      </div>
      <textarea
        ref={field}
        dir="auto"
        aria-label={readerTexts.replyText}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        aria-describedby={hintId}
        placeholder={gray.offered ?? readerTexts.replyPlaceholder}
        value={text}
        rows={3}
        onChange={(event) => change(event.target.value)}
        onKeyDown={pressed}
        className="field-text block field-sizing-content min-h-0 w-full resize-none rounded-lg border border-control bg-surface px-3.5 py-2.5 text-14 leading-[22px] placeholder:text-muted focus:outline-2 focus:-outline-offset-1 focus:outline-ring"
      />
      <div className="flex min-w-0 flex-col gap-1.5">
        {isOnReddit ? <BeforeSending postId={post.id} text={text} account={account} onAccount={setAccount} /> : null}
        <div className="flex items-center gap-2">
          {canPost ? (
            <PostButton
              ref={posting}
              postId={post.id}
              answerId={answerId}
              account={account}
              text={text}
              hasLead={post.leadId !== null}
              onSent={sent}
            />
          ) : null}
          <Button
            variant={text && !canPost ? 'default' : 'outline'}
            size="sm"
            icon={Copy}
            disabled={text === ''}
            onClick={() => void copyText(text)}
          >
            <span className="max-md:sr-only">{readerTexts.copy}</span>
          </Button>
          {thread ? (
            // On small screens, the link at the top leads there too.
            <Button variant="outline" size="sm" asChild className="max-xl:hidden">
              <a href={thread} target="_blank" rel={externalRel}>
                {readerTexts.openThread}
                <ArrowUpRight aria-hidden className="size-3.5" />
              </a>
            </Button>
          ) : null}
          <span className="ml-auto text-12 whitespace-nowrap text-muted tabular-nums max-lg:hidden">
            {text ? readerTexts.wordCount(wordCount(text)) : ''}
          </span>
        </div>
      </div>
    </div>
  );
}

/** Tells colleagues that there is a text in the reply to this post, for as long as there is. */
function useTellsReplying(postId: string, isWriting: boolean): void {
  const { connected, tellReplying } = useRealtime();
  const tells = useIsTeam() && connected && isWriting;
  useEffect(() => {
    if (!tells) return undefined;
    tellReplying(postId, true);
    const timer = setInterval(() => tellReplying(postId, true), replyingMs / 3);
    return () => {
      clearInterval(timer);
      tellReplying(postId, false);
    };
  }, [tells, postId, tellReplying]);
}

interface Writer {
  id: string;
  username: string;
  postId: string;
  until: number;
}

/** Who else writes a reply to this post right now. */
function Replying({ postId }: { postId: string }) {
  const { id: me } = useUser();
  const [writers, setWriters] = useState<readonly Writer[]>([]);
  const hear = useCallback(({ person, isWriting, postId: of }: EventPayload<'replying'>) => {
    const until = Date.now() + replyingMs;
    setWriters((before) => [
      ...before.filter(({ id, postId: other }) => id !== person.id || other !== of),
      ...(isWriting ? [{ ...person, postId: of, until }] : []),
    ]);
  }, []);
  useRealtimeEvent('replying', hear);
  // A tab that died says nothing more.
  useEffect(() => {
    if (writers.length === 0) return undefined;
    const first = Math.min(...writers.map(({ until }) => until));
    const timer = setTimeout(() => setWriters((before) => before.filter(({ until }) => until > Date.now())), first - Date.now() + 1);
    return () => clearTimeout(timer);
  }, [writers]);
  const names = writers.filter((writer) => writer.postId === postId && writer.id !== me).map(({ username }) => username);
  return (
    <p aria-live="polite" className="text-13 text-warn empty:hidden">
      {names.length === 0 ? null : <bdi>{readerTexts.replying(names)}</bdi>}
    </p>
  );
}
