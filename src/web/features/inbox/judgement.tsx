import { ThumbsDown, ThumbsUp } from 'lucide-react';
import type { PostDetail } from '#shared/posts.ts';
import { Button } from '#web/ui/button.tsx';
import { judge } from './judge.ts';
import { ReasonPicker } from './reason-picker.tsx';
import { reasonTexts } from './reason-texts.ts';
import { texts } from './texts.ts';

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
        question={reasonTexts.askWrong}
        open={asking}
        onOpenChange={onAsk}
        onPick={(reason) => void judge(post, 'wrong', reason)}
        trigger={wrong}
      />
    </div>
  );
}
