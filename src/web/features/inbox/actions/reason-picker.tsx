import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { dismissReasons, type DismissReason } from '#shared/posts.ts';
import { t } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { Popover } from '#web/ui/popover.tsx';

export const reasonLabels: Record<DismissReason, string> = {
  'not-my-customer': t('Not my customer'),
  'no-need': t('No need'),
  seller: t('Seller'),
  'wrong-place': t('Wrong subreddit'),
  old: t('Too old'),
};

export const reasonTexts = {
  askDismiss: t('Why dismiss this?'),
  askDismissMany: (count: number) => t('Why dismiss these {count}?', { count }),
  askBadMatch: t('Why is this a bad match?'),
  noReason: t('No reason'),
};

/** The option for a digit key, 1 for the first. */
export function optionForDigit<T>(key: string, options: readonly T[]): T | undefined {
  return /^[1-9]$/.test(key) ? options[Number(key) - 1] : undefined;
}

interface ReasonPickerProps {
  trigger: ReactNode;
  question: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onPick: (reason: DismissReason | undefined) => void;
}

/** One key picks the reason: a digit, Enter for none; Escape cancels. */
export function ReasonPicker({ trigger, question, open, onOpenChange, onPick }: ReasonPickerProps) {
  const pick = (reason: DismissReason | undefined) => {
    onOpenChange(false);
    onPick(reason);
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    const reason = event.ctrlKey || event.metaKey || event.altKey ? undefined : optionForDigit(event.key, dismissReasons);
    if (!reason) return;
    event.preventDefault();
    pick(reason);
  });
  useEffect(() => {
    if (!open) return undefined;
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [open]);
  return (
    <Popover label={question} trigger={trigger} open={open} onOpenChange={onOpenChange} className="w-72">
      <p className="text-13 font-semibold">{question}</p>
      <div className="mt-2.5 flex flex-wrap gap-1.5">
        {/* First in the DOM for Enter, last on screen. */}
        <Button variant="ghost" size="sm" className="order-last" onClick={() => pick(undefined)}>
          <span className="max-md:hidden">
            <Kbd>Enter</Kbd>
          </span>
          {reasonTexts.noReason}
        </Button>
        {dismissReasons.map((reason, index) => (
          <Button key={reason} variant="outline" size="sm" className="rounded-full! pr-3!" onClick={() => pick(reason)}>
            <span className="max-md:hidden">
              <Kbd>{index + 1}</Kbd>
            </span>
            {reasonLabels[reason]}
          </Button>
        ))}
      </div>
    </Popover>
  );
}
