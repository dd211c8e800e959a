import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useOpenPart } from '#web/lib/open-parts.ts';
import { cx } from './class-names.ts';

interface MoreButtonProps {
  /** What is in it. */
  label: string;
  isShown: boolean;
  onPress: () => void;
}

export function MoreButton({ label, isShown, onPress }: MoreButtonProps) {
  return (
    <button
      type="button"
      aria-expanded={isShown}
      onClick={onPress}
      className="flex min-h-8 items-center gap-1.5 self-start rounded-md text-left text-13 font-medium text-soft-text hover:text-text max-md:min-h-10"
    >
      <ChevronRight aria-hidden className={cx('size-4 text-muted transition-transform', isShown && 'rotate-90')} />
      {label}
    </button>
  );
}

interface MoreProps {
  /** Remembered under this name. */
  name: string;
  label: string;
  /** Something in it needs a look. */
  forced?: boolean;
  /** Something in it is set: it is open, until the user closes it. */
  filled?: boolean;
  children: ReactNode;
}

/** Fields that few need: closed until the user opens them. */
export function More({ name, label, forced = false, filled = false, children }: MoreProps) {
  const [isOpen, setOpen] = useOpenPart(name);
  // Stays open when the last value in it is removed.
  const [wasFilled, setFilled] = useState(filled);
  const [isClosed, setClosed] = useState(false);
  if (filled && !wasFilled) setFilled(true);
  const isShown = forced || (!isClosed && (isOpen || wasFilled));
  const press = () => {
    setClosed(isShown);
    setOpen(!isShown);
  };
  return (
    <div className="flex flex-col gap-4">
      <MoreButton label={label} isShown={isShown} onPress={press} />
      {isShown ? children : null}
    </div>
  );
}
