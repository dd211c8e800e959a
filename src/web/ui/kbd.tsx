import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

const looks = {
  plain: 'border-border bg-surface text-muted',
  /** For use inside buttons and tooltips: inherits their color. */
  inherit: 'border-current/30 bg-transparent text-inherit',
};

export function Kbd({ look = 'plain', children }: { look?: keyof typeof looks; children: ReactNode }) {
  return (
    <kbd
      className={cx(
        'inline-grid h-[18px] min-w-[18px] place-items-center rounded-sm border px-1 font-sans text-[0.6875rem] leading-none font-medium',
        looks[look],
      )}
    >
      {children}
    </kbd>
  );
}
