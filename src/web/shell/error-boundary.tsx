import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorScreen } from './error-screen.tsx';

interface BoundaryProps {
  /** A new value clears the error. */
  path: string;
  children: ReactNode;
}
interface BoundaryState {
  failed: { error: unknown } | null;
  path: string;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: null, path: this.props.path };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { failed: { error } };
  }

  static getDerivedStateFromProps({ path }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return path === state.path ? null : { failed: null, path };
  }

  override render() {
    return this.state.failed ? <ErrorScreen error={this.state.failed.error} /> : this.props.children;
  }
}

/** Keeps the shell on screen when a page crashes. React logs the error to the console. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary path={useLocation().pathname}>{children}</Boundary>;
}
