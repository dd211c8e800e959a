import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorScreen } from './error-screen.tsx';

interface BoundaryProps {
  /** A new value clears the error. */
  place: string;
  children: ReactNode;
}
interface BoundaryState {
  failed: { error: unknown } | null;
  place: string;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: null, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failed: { error } };
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return place === state.place ? null : { failed: null, place };
  }

  override render() {
    return this.state.failed ? <ErrorScreen error={this.state.failed.error} /> : this.props.children;
  }
}

/** Keeps the shell on screen when a page crashes. React logs the error to the console. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary place={useLocation().pathname}>{children}</Boundary>;
}
