import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '#web/lib/session.tsx';
import { knownZone } from '#web/lib/zone-time.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { planReply } from './changing.ts';
import { PlanDialog } from './reply-dialog.tsx';
import { texts } from './texts.ts';
import { whenOf } from './times.ts';

interface ScheduleButtonProps {
  postId: string;
  text: string;
  onPlanned: () => void;
}

const hourMs = 3_600_000;
/** The next full hour but one: soon, and enough time to think again. */
const soon = (now: number): string => new Date(Math.ceil(now / hourMs) * hourMs + hourMs).toISOString();

/** Plans exactly this text for a time. */
export function ScheduleButton({ postId, text, onPlanned }: ScheduleButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [first, setFirst] = useState<string | null>(null);
  const zone = knownZone(useUser().settings.timezone);
  const open = () => {
    setFirst(soon(Date.now()));
    setOpen(true);
  };
  const plan = async ({ message, dueAt }: { message: string; dueAt: string }) => {
    const made = await planReply({ postId, message, dueAt });
    setOpen(false);
    toast.success(texts.planned(whenOf(made.dueAt, zone)), { duration: 4000 });
    onPlanned();
  };
  return (
    <>
      <Button variant="outline" size="sm" icon={CalendarClock} disabled={text.trim() === ''} onClick={open}>
        {texts.schedule}
      </Button>
      <PlanDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={texts.newTitle}
        hint={texts.newHint}
        zone={zone}
        message={text}
        dueAt={first}
        action={texts.plan}
        onSave={plan}
      />
    </>
  );
}
