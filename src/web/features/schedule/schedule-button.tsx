import { CalendarClock } from 'lucide-react';
import { type Ref, useImperativeHandle, useState } from 'react';
import { useUser } from '#web/lib/session.tsx';
import { knownTimeZone } from '#web/lib/browser-time-zone.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { scheduleReply } from './reply-actions.ts';
import { ScheduleDialog } from './reply-dialog.tsx';
import { texts } from './texts.ts';
import { whenOf } from './week.ts';

export interface ScheduleHandle {
  open: () => void;
}

interface ScheduleButtonProps {
  postId: string;
  account: string | undefined;
  text: string;
  /** When to follow up on a reply that is posted at a time (UTC ms). */
  followUpAfter: (at: number) => string | null;
  onScheduled: () => void;
  ref?: Ref<ScheduleHandle>;
}

const hourMs = 3_600_000;
/** The full hour after the next one: soon, with time to reconsider. */
const soon = (now: number): string => new Date(Math.ceil(now / hourMs) * hourMs + hourMs).toISOString();

export function ScheduleButton({ postId, account, text, followUpAfter, onScheduled, ref }: ScheduleButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [first, setFirst] = useState<string | null>(null);
  const zone = knownTimeZone(useUser().settings.timezone);
  const open = () => {
    setFirst(soon(Date.now()));
    setOpen(true);
  };
  useImperativeHandle(ref, () => ({ open }));
  const plan = async ({ message, dueAt }: { message: string; dueAt: string }) => {
    const made = await scheduleReply({ postId, account, message, dueAt, followUpAt: followUpAfter(Date.parse(dueAt)) });
    setOpen(false);
    toast.success(texts.scheduled(whenOf(made.dueAt, zone)), { duration: 4000 });
    onScheduled();
  };
  return (
    <>
      <Button variant="outline" size="sm" icon={CalendarClock} disabled={text.trim() === ''} onClick={open}>
        <span className="max-md:sr-only">{texts.schedule}</span>
      </Button>
      <ScheduleDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={texts.newTitle}
        hint={texts.newHint}
        zone={zone}
        message={text}
        dueAt={first}
        action={texts.confirm}
        onSave={plan}
      />
    </>
  );
}
