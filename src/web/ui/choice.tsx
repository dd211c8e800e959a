import { useEffect, useId, useRef, type ComponentProps, type ReactNode } from 'react';
import { cx } from './class-names.ts';

type BoxProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'>;

interface ChoiceProps extends BoxProps {
  /** The label. Without it, pass `aria-label`. */
  children?: ReactNode;
  hint?: ReactNode;
  className?: string;
}

/** A control beside its label and hint. */
export function Choice({
  className,
  hint,
  hintId,
  disabled,
  control,
  children,
}: Omit<ChoiceProps, keyof BoxProps> & { disabled?: boolean; hintId: string; control: ReactNode }) {
  if (!children) return control;
  return (
    <label
      className={cx('inline-flex items-start gap-2 text-14', disabled ? 'cursor-not-allowed text-muted' : 'cursor-pointer', className)}
    >
      {control}
      <span className="min-w-0">
        {children}
        {hint ? (
          <span id={hintId} className="mt-0.5 block text-12 text-muted">
            {hint}
          </span>
        ) : null}
      </span>
    </label>
  );
}

interface CheckboxProps extends ChoiceProps {
  /** Some, but not all, of the group is selected. */
  indeterminate?: boolean;
}

export function Checkbox({ indeterminate = false, children, hint, className, ...box }: CheckboxProps) {
  const ref = useRef<HTMLInputElement>(null);
  const hintId = useId();
  // `indeterminate` exists only as a DOM property; there is no attribute for it.
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const control = (
    <input
      ref={ref}
      {...box}
      type="checkbox"
      aria-describedby={hint ? hintId : box['aria-describedby']}
      className={cx('check', children ? 'mt-0.5' : null)}
    />
  );
  return (
    <Choice hint={hint} hintId={hintId} className={className} disabled={box.disabled} control={control}>
      {children}
    </Choice>
  );
}

export function Switch({ children, hint, className, ...box }: ChoiceProps) {
  const hintId = useId();
  const control = (
    // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox reports its own state
    <input {...box} type="checkbox" role="switch" aria-describedby={hint ? hintId : box['aria-describedby']} className="switch" />
  );
  return (
    <Choice hint={hint} hintId={hintId} className={className} disabled={box.disabled} control={control}>
      {children}
    </Choice>
  );
}
