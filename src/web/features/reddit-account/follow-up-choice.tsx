import { AlarmClock, AlarmClockOff } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx';
import { outboxTexts as texts } from './texts.ts';

const followUpDays = [1, 3, 7, 14] as const;

/** Set once the reply is posted. */
export function FollowUpChoice({ days, onChange }: { days: number | null; onChange: (days: number | null) => void }) {
  const label = texts.followUp(days);
  return (
    <Menu
      trigger={
        <Button variant="outline" size="sm" icon={days === null ? AlarmClockOff : AlarmClock} className="rounded-full! max-md:px-3!">
          <span className="max-md:sr-only">{label}</span>
          <span aria-hidden className="md:hidden">
            {texts.followUpShort(days)}
          </span>
        </Button>
      }
    >
      {followUpDays.map((option) => (
        <MenuItem key={option} onSelect={() => onChange(option)}>
          {texts.followUp(option)}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => onChange(null)}>{texts.followUp(null)}</MenuItem>
    </Menu>
  );
}
