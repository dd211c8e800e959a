import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { useUser } from '#web/lib/session.tsx';
import { isLive } from '#web/shell/navigation.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { Dialog, DialogContent, DialogHeader } from '#web/ui/dialog.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { guideTexts, redditTexts, type Step, steps } from './texts.ts';

function StepBody({ step, onClose }: { step: Step; onClose: () => void }) {
  const connected = useUser().hasRedditConnection && step.key === 'reddit';
  const action = step.action && !connected && isLive(step.action.path) ? step.action : null;
  return (
    <div className="flex flex-1 flex-col items-start gap-4">
      {step.points ? (
        <ul className="flex flex-col gap-2">
          {step.points.map(({ name, text }) => (
            <li key={name}>
              <span className="font-medium">{name}:</span> <span className="text-soft-text">{text}</span>
            </li>
          ))}
        </ul>
      ) : (
        <div className="grid w-full flex-1 place-items-center">
          <Logo className="size-16!" />
        </div>
      )}
      {step.closing ? <p className="font-medium">{step.closing}</p> : null}
      {step.key === 'reddit' ? (
        <p className={connected ? 'font-medium text-good' : 'text-13 text-muted'}>
          {connected ? redditTexts.connected : redditTexts.readOnly}
        </p>
      ) : null}
      {action ? (
        <ButtonLink to={action.path} onClick={onClose}>
          {action.label}
        </ButtonLink>
      ) : null}
    </div>
  );
}

function Dots({ current, onChoose }: { current: number; onChoose: (index: number) => void }) {
  return (
    <div className="flex">
      {steps.map(({ key }, index) => (
        <button
          key={key}
          type="button"
          aria-label={guideTexts.goTo(index + 1)}
          aria-current={index === current ? 'step' : undefined}
          onClick={() => onChoose(index)}
          className="group grid size-6 place-items-center rounded-full max-md:h-10"
        >
          <span className={cx('size-2 rounded-full', index === current ? 'bg-primary' : 'bg-border group-hover:bg-control')} />
        </button>
      ))}
    </div>
  );
}

interface GettingStartedProps {
  onClose: () => void;
  /** Called by the last step's button. */
  onComplete: () => void;
}

export function GettingStarted({ onClose, onComplete }: GettingStartedProps) {
  const [index, setIndex] = useState(0);
  const forward = useRef<HTMLButtonElement>(null);
  const step = steps[index];
  if (!step) return null;
  const isLast = index === steps.length - 1;
  const focusNext = (event: Event) => {
    event.preventDefault();
    forward.current?.focus();
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent onOpenAutoFocus={focusNext} className="flex min-h-110 flex-col gap-4">
        <p className="-mb-2 text-12 text-muted tabular-nums">{guideTexts.counter(index + 1, steps.length)}</p>
        <DialogHeader title={step.title} text={step.text} />
        <StepBody step={step} onClose={onClose} />
        <footer className="mt-auto flex items-center justify-between gap-2 pt-4">
          <Button variant="ghost" icon={ArrowLeft} disabled={index === 0} onClick={() => setIndex(index - 1)}>
            {guideTexts.back}
          </Button>
          <Dots current={index} onChoose={setIndex} />
          <Button ref={forward} variant={isLast ? 'default' : 'outline'} onClick={isLast ? onComplete : () => setIndex(index + 1)}>
            {isLast ? guideTexts.finish : guideTexts.next}
            {isLast ? null : <ArrowRight aria-hidden />}
          </Button>
        </footer>
      </DialogContent>
    </Dialog>
  );
}
