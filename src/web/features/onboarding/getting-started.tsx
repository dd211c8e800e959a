import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { product } from '#shared/product.ts';
import { t } from '#web/lib/language.ts';
import { useUser } from '#web/lib/session.tsx';
import { isLive } from '#web/shell/navigation.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { cx } from '#web/ui/class-names.ts';
import { Dialog, DialogContent, DialogHeader } from '#web/ui/dialog.tsx';
import { Logo } from '#web/ui/logo.tsx';

const guideTexts = {
  counter: (step: number, steps: number) => t('Step {step} of {steps}', { step, steps }),
  goTo: (step: number) => t('Go to step {step}', { step }),
  back: t('Back'),
  next: t('Next'),
  finish: t("Let's Go!"),
};

type StepKey = 'welcome' | 'reddit' | 'campaigns' | 'competition' | 'ai' | 'done';

interface Step {
  key: StepKey;
  title: string;
  text: string;
  points?: readonly { name: string; text: string }[];
  action?: { label: string; path: string };
  closing?: string;
}

const redditTexts = {
  connected: t('✓ Already connected! Nice work!'),
  readOnly: t('We only use read permissions. Nothing is posted in your name.'),
};

export const steps: readonly Step[] = [
  {
    key: 'welcome',
    title: t('Welcome to {product}', { product }),
    text: t(
      '{product} finds the conversations in which someone needs what you sell, shows why they match, and helps you write a good reply.',
      { product },
    ),
    closing: t('This will only take 60 seconds!'),
  },
  {
    key: 'reddit',
    title: t('Connect Your Reddit Account'),
    text: t("You don't have to connect to get started, but it helps:"),
    points: [
      { name: t('Faster'), text: t('new posts are found within minutes instead of an hour') },
      { name: t('More complete'), text: t('comments are read as well as posts') },
      { name: t('About you'), text: t('see how your own account is doing before you reply') },
    ],
    action: { label: t('Connect Reddit'), path: '/dashboard/settings' },
  },
  {
    key: 'campaigns',
    title: t('Create Your Campaigns'),
    text: t('A campaign describes the conversations you want to find. There are four ways to create one:'),
    points: [
      { name: t('Basic Builder'), text: t('describe what you want, and the AI does everything') },
      { name: t('Website Builder'), text: t('enter your website, and the AI analyzes it and builds the campaign') },
      { name: t('Smart Manual'), text: t('the AI suggests, and you review and customize') },
      { name: t('Manual Builder'), text: t('full control over every part') },
    ],
    action: { label: t('Create Campaign'), path: '/dashboard/campaigns' },
  },
  {
    key: 'competition',
    title: t('Monitor Your Competition'),
    text: t("People often name the product they're about to leave."),
    points: [
      { name: t('Competitor mentions'), text: t('see where your competitors come up, and in what tone') },
      { name: t('Market intelligence'), text: t('learn what people praise and what they complain about') },
      { name: t('Opportunity spotting'), text: t('find people looking for an alternative') },
    ],
    action: { label: t('Setup Competitors'), path: '/dashboard/competitors' },
  },
  {
    key: 'ai',
    title: t('AI Does the Heavy Lifting'),
    text: t('Everything we find is filtered and scored, with the reasons and the quotes behind them.'),
    points: [
      { name: t('Posts'), text: t('all discovered conversations, best first') },
      { name: t('Leads'), text: t('high-quality potential connections, grouped by person') },
      { name: t('AI scoring'), text: t('0 to 100, in seven parts; mark good and bad matches and it learns') },
      { name: t('AI filtering'), text: t('sellers, spam, and solved questions are filtered out') },
    ],
  },
  {
    key: 'done',
    title: t("You're All Set"),
    text: t('New posts appear automatically, and we notify you of good matches. Ten minutes twice a day is enough.'),
  },
];

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
