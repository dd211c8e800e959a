import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { basePath } from '#web/lib/base-path.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { errorTexts } from './texts.ts';

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

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Works without any provider. */
function ErrorScreen({ error }: { error: unknown }) {
  usePageTitle(errorTexts.title);
  const isChunk = nameOf(error) === 'ChunkLoadError';
  return (
    <div className="grid min-h-[80dvh] flex-1 place-items-center">
      <ErrorState
        action={
          <>
            <Button onClick={() => location.reload()}>{errorTexts.reload}</Button>
            <Button asChild variant="outline">
              <a href={`${basePath}/dashboard`}>{errorTexts.home}</a>
            </Button>
          </>
        }
      >
        <h1 className="text-20 font-semibold tracking-[-.012em] text-text">{errorTexts.title}</h1>
        <p className="mt-2">{isChunk ? errorTexts.chunk : errorTexts.other}</p>
        <p className="mt-3 font-mono text-12 wrap-anywhere text-muted">{messageOf(error)}</p>
      </ErrorState>
    </div>
  );
}
