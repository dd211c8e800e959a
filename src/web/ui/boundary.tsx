import { Component, type ReactNode } from 'react';
import { isLoadFailure } from '#web/lib/chunk.ts';
import { t } from '#web/lib/language.ts';
import { ErrorState } from './states.tsx';

interface BoundaryProps {
  /** What the children show. A new value tries again. */
  of: unknown;
  /** Shown instead of what crashed. React logs the error to the console. */
  renderFallback: (error: unknown, retry: () => void) => ReactNode;
  children: ReactNode;
}
interface BoundaryState {
  failed: { error: unknown } | null;
  of: unknown;
}

/** Keeps a crash of its children from reaching what is around them. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: null, of: this.props.of };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failed: { error } };
  }

  static getDerivedStateFromProps({ of }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return Object.is(of, state.of) ? null : { failed: null, of };
  }

  override render() {
    const { failed } = this.state;
    return failed ? this.props.renderFallback(failed.error, () => this.setState({ failed: null })) : this.props.children;
  }
}

interface PartBoundaryProps {
  of: unknown;
  /** What can't be shown, as a sentence. */
  text?: string;
  /** Another way on, beside Retry. */
  action?: ReactNode;
  /** Called before it tries again, to read the data anew. */
  onRetry?: () => void;
  className?: string;
  children: ReactNode;
}

/** A boundary around a part of a page. Code that couldn't be loaded is left to the page's boundary, which reloads the page. */
export function PartBoundary({
  of,
  text = t("Couldn't show this part of the page."),
  action,
  onRetry,
  className,
  children,
}: PartBoundaryProps) {
  const renderFallback = (error: unknown, retry: () => void) => {
    if (isLoadFailure(error)) throw error;
    const tryAgain = () => {
      onRetry?.();
      retry();
    };
    return (
      <ErrorState onRetry={tryAgain} action={action} className={className}>
        {text}
      </ErrorState>
    );
  };
  return (
    <Boundary of={of} renderFallback={renderFallback}>
      {children}
    </Boundary>
  );
}
