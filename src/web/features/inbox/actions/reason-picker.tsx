import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { dismissReasons, type DismissReason } from '#shared/posts.ts';
import { Button } from '#web/ui/button.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { optionForDigit, reasonTexts, reasonLabels } from './reason-texts.ts';

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
