import { ArrowUp } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { pageSize } from './use-listing.ts';
import { texts } from './texts.ts';

/** New items while the user has scrolled down. Nothing moves until they click. */
export function ArrivalsPill({ count, onShow }: { count: number; onShow: () => void }) {
  if (count === 0) return null;
  return (
    <div className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center">
      <Button size="sm" icon={ArrowUp} className="pointer-events-auto animate-rise rounded-full! px-3! shadow-float" onClick={onShow}>
        {texts.waiting(count, pageSize)}
        <span className="sr-only">. {texts.showWaiting}</span>
      </Button>
    </div>
  );
}
