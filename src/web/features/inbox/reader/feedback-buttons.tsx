import { ThumbsDown, ThumbsUp } from 'lucide-react';
import type { PostDetail } from '#shared/posts.ts';
import { readerTexts } from './reader-texts.ts';
import { useCan } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { giveFeedback } from '../actions/feedback.ts';
import { ReasonPicker, reasonTexts } from '../actions/reason-picker.tsx';

interface FeedbackButtonsProps {
  post: PostDetail;
  asking: boolean;
  onAsk: (asking: boolean) => void;
}

const mini = 'size-6! max-md:size-10! aria-pressed:text-primary';

export function FeedbackButtons({ post, asking, onAsk }: FeedbackButtonsProps) {
  const { work } = useCan();
  const given = post.feedback?.verdict;
  const badMatch = (
    <Button
      variant="ghost"
      size="icon-sm"
      icon={ThumbsDown}
      aria-label={readerTexts.badMatch}
      title={readerTexts.badMatch}
      aria-pressed={given === 'wrong'}
      className={mini}
      onClick={(event) => {
        if (given !== 'wrong') return;
        // A second click removes the feedback, so no reason is needed.
        event.preventDefault();
        void giveFeedback(post, 'wrong');
      }}
    />
  );
  if (!work) return null;
  return (
    <div className="flex gap-0.5">
      <Button
        variant="ghost"
        size="icon-sm"
        icon={ThumbsUp}
        aria-label={readerTexts.goodMatch}
        title={readerTexts.goodMatch}
        aria-pressed={given === 'right'}
        className={mini}
        onClick={() => void giveFeedback(post, 'right')}
      />
      <ReasonPicker
        question={reasonTexts.askBadMatch}
        open={asking}
        onOpenChange={onAsk}
        onPick={(reason) => void giveFeedback(post, 'wrong', reason)}
        trigger={badMatch}
      />
    </div>
  );
}
