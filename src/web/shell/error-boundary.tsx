import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { basePath } from '#web/lib/base-path.ts';
import { isLoadFailure } from '#web/lib/chunk.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Boundary } from '#web/ui/boundary.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { errorTexts } from './texts.ts';

const retryMs = 5000;
/** A page that still fails after a reload must not reload for ever, also where the browser blocks storage. */
const reloadPauseMs = 60_000;
const storageKey = 'reloaded-at';

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch(`${basePath}/api/public-settings/beta-mode`, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

function mayReload(): boolean {
  try {
    const at = Number(sessionStorage.getItem(storageKey) ?? 0);
    if (Date.now() - at < reloadPauseMs) return false;
    sessionStorage.setItem(storageKey, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}

/** Reloads the page as soon as the server answers: browsers may remember that a module failed, and its version may be gone. */
function useReloadWhenReachable(isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return undefined;
    const attempt = async () => {
      if ((await isReachable()) && mayReload()) location.reload();
    };
    const tryNow = () => void attempt();
    const timer = setInterval(tryNow, retryMs);
    window.addEventListener('online', tryNow);
    tryNow();
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', tryNow);
    };
  }, [isEnabled]);
}

/** Keeps the shell on screen when a page crashes. React logs the error to the console. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <Boundary of={useLocation().pathname} renderFallback={(error) => <ErrorScreen error={error} />}>
      {children}
    </Boundary>
  );
}

/** Works without any provider. */
function ErrorScreen({ error }: { error: unknown }) {
  usePageTitle(errorTexts.title);
  const isChunk = isLoadFailure(error);
  useReloadWhenReachable(isChunk);
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
        <p className="mt-3 font-mono text-12 wrap-anywhere text-muted">{error instanceof Error ? error.message : String(error)}</p>
      </ErrorState>
    </div>
  );
}
