import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Segmented } from '#web/ui/segmented.tsx';
import { texts } from './texts.ts';
import { weekNameOf } from './times.ts';
import type { ShownWeek } from './use-week.ts';

export function WeekBar({ week, isMobile }: { week: ShownWeek; isMobile: boolean }) {
  const views = [
    { value: 'week' as const, label: texts.week },
    { value: 'list' as const, label: texts.list },
  ];
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <IconButton label={texts.previous} icon={ChevronLeft} variant="outline" onClick={() => week.go(-1)} />
      <IconButton label={texts.next} icon={ChevronRight} variant="outline" onClick={() => week.go(1)} />
      <h2 aria-live="polite" className="px-1 text-14 font-semibold">
        {weekNameOf(week.start)}
      </h2>
      {week.isCurrent ? null : (
        <Button variant="ghost" size="sm" onClick={() => week.go(null)}>
          {texts.today}
        </Button>
      )}
      {isMobile ? null : (
        <div className="ml-auto">
          <Segmented label={texts.views} options={views} value={week.view} onChange={week.show} />
        </div>
      )}
    </div>
  );
}
