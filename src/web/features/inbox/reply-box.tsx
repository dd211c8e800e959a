import { ArrowUpRight, Copy } from 'lucide-react';
import type { Ref } from 'react';
import { BeforeSending } from '#web/features/reply-help/pre-send-check.tsx';
import { Drafts } from '#web/features/reply-help/drafts.tsx';
import { OutboxList } from '#web/features/reddit-account/outbox-list.tsx';
import { PostButton } from '#web/features/reddit-account/post-button.tsx';
import { useDraftText } from '#web/lib/draft-text.ts';
import { usePublicSettings } from '#web/lib/public-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { externalUrl, externalRel } from './external-link.ts';
import { texts } from './texts.ts';

const wordCount = (text: string): number => text.trim().split(/\s+/).filter(Boolean).length;

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(texts.copied);
  } catch {
    toast.error(texts.copyFailed);
  }
}

interface ReplyBoxProps {
  postId: string;
  permalink: string | null;
  /** False for an invented post or one from elsewhere: there is nothing to check or post on Reddit. */
  isOnReddit: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** The text stays on this device until it is sent, even if the page is left or the session ends. */
export function ReplyBox({ postId, permalink, isOnReddit, ref }: ReplyBoxProps) {
  const [text, change] = useDraftText(`answer ${postId}`);
  const thread = externalUrl(permalink);
  const canPost = usePublicSettings().data?.postingEnabled === true && thread !== null && isOnReddit;
  return (
    <>
      <div className="flex min-w-0 flex-col">
        <Drafts postId={postId} text={text} onChange={change} />
        <div className="flex flex-1 flex-col rounded-lg border border-control bg-surface focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-ring">
          <textarea
            ref={ref}
            dir="auto"
            aria-label={texts.replyText}
            placeholder={texts.replyPlaceholder}
            value={text}
            rows={3}
            onChange={(event) => change(event.target.value)}
            className="field-text block field-sizing-content max-h-52 min-h-20 w-full flex-1 resize-none bg-transparent px-3.5 py-3 text-14 leading-[22px] outline-none placeholder:text-muted"
          />
          <div className="flex flex-wrap items-center gap-2 border-t border-line p-2">
            <Button
              variant={text && !canPost ? 'default' : 'outline'}
              size="sm"
              icon={Copy}
              disabled={text === ''}
              onClick={() => void copyText(text)}
            >
              {texts.copy}
            </Button>
            {canPost ? <PostButton postId={postId} text={text} onSent={() => change('')} /> : null}
            {thread ? (
              <Button variant="outline" size="sm" asChild>
                <a href={thread} target="_blank" rel={externalRel}>
                  {texts.openThread}
                  <ArrowUpRight aria-hidden className="size-3.5" />
                </a>
              </Button>
            ) : null}
            <span className="ml-auto pr-1 text-12 text-muted tabular-nums">{text ? texts.wordCount(wordCount(text)) : ''}</span>
          </div>
        </div>
        <OutboxList postId={postId} enabled={canPost} />
      </div>
      {thread !== null && isOnReddit ? <BeforeSending postId={postId} text={text} /> : null}
    </>
  );
}
