import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { postRoutes, type DismissReason, type PostDetail } from '#shared/posts.ts';
import { call, markStale } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { ReasonPicker } from './reason-picker.tsx';
import { texts } from './texts.ts';
import { patchOpenPost } from './triage.ts';

type Verdict = 'right' | 'wrong';

/** Calls the score right or wrong, at once on the screen; the same verdict a second time takes it back. */
export async function judge(post: PostDetail, verdict: Verdict, reason?: DismissReason): Promise<void> {
  const before = post.feedback;
  const takesBack = before?.verdict === verdict && !reason;
  const feedback = takesBack ? null : { verdict, reason: reason ?? null, at: new Date().toISOString() };
  await patchOpenPost(post.id, (open) => ({ ...open, feedback }));
  try {
    const params = { id: post.id };
    if (takesBack) await call(postRoutes.undoFeedback, { params });
    else await call(postRoutes.feedback, { params, body: { verdict, ...(reason && { reason }) } });
    toast(takesBack ? texts.judgementTaken : verdict === 'right' ? texts.judgedRight : texts.judgedWrong, { duration: 2000 });
    markStale(['/dashboard']);
  } catch (error) {
    await patchOpenPost(post.id, (open) => ({ ...open, feedback: before }));
    toast.error(texts.failed(error instanceof Error ? error.message : String(error)));
  }
}

interface JudgementProps {
  post: PostDetail;
  asking: boolean;
  onAsk: (asking: boolean) => void;
}

const mini = 'size-6! max-md:size-10! aria-pressed:text-primary';

export function Judgement({ post, asking, onAsk }: JudgementProps) {
  const given = post.feedback?.verdict;
  const wrong = (
    <Button
      variant="ghost"
      size="icon-sm"
      icon={ThumbsDown}
      aria-label={texts.wrong}
      title={texts.wrongTip}
      aria-pressed={given === 'wrong'}
      className={mini}
      onClick={(event) => {
        if (given !== 'wrong') return;
        // Pressed a second time there is nothing to ask.
        event.preventDefault();
        void judge(post, 'wrong');
      }}
    />
  );
  return (
    <div className="flex gap-0.5">
      <Button
        variant="ghost"
        size="icon-sm"
        icon={ThumbsUp}
        aria-label={texts.right}
        title={texts.rightTip}
        aria-pressed={given === 'right'}
        className={mini}
        onClick={() => void judge(post, 'right')}
      />
      <ReasonPicker
        question={texts.askWrong}
        open={asking}
        onOpenChange={onAsk}
        onPick={(reason) => void judge(post, 'wrong', reason)}
        trigger={wrong}
      />
    </div>
  );
}
