import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOpenPart } from '#web/lib/open-parts.ts';
import { cx } from './class-names.ts';

interface MoreProps {
  /** Remembered under this name. */
  name: string;
  /** What is in it. */
  label: string;
  /** Something in it needs a look. */
  forced?: boolean;
  children: ReactNode;
}

/** Fields that few need: closed until the user opens them. */
export function More({ name, label, forced = false, children }: MoreProps) {
  const [isOpen, setOpen] = useOpenPart(name);
  const isShown = isOpen || forced;
  return (
    <div className="flex flex-col gap-4">
      <button
        type="button"
        aria-expanded={isShown}
        onClick={() => setOpen(!isShown)}
        className="flex min-h-8 items-center gap-1.5 self-start rounded-md text-13 font-medium text-soft-text hover:text-text max-md:min-h-10"
      >
        <ChevronRight aria-hidden className={cx('size-4 text-muted transition-transform', isShown && 'rotate-90')} />
        {label}
      </button>
      {isShown ? children : null}
    </div>
  );
}
