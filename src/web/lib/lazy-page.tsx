import { lazy, Suspense, type ComponentType, type ReactElement } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { LoadingPane } from '#web/ui/spinner.tsx';
import { loadChunk } from './chunk.ts';

let chunks = 0;

interface LazyPage {
  element: ReactElement;
  handle: { fetch: () => Promise<unknown> };
}

/** A page that is fetched when somebody opens it: `{ path, ...lazyPage(() => import('#web/…/page.tsx'), 'LeadsPage') }`. */
export function lazyPage<K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K): LazyPage {
  chunks += 1;
  const chunk = chunks;
  const Page = lazy(async (): Promise<{ default: ComponentType }> => ({ default: (await loadChunk(chunk, load))[name] }));
  // With the key each page waits for itself; without it the one before would stay on screen, with no spinner.
  const element = (
    <Suspense key={chunk} fallback={<LoadingPane />}>
      <Page />
    </Suspense>
  );
  return { element, handle: { fetch: load } };
}

const isFetched = (handle: unknown): handle is LazyPage['handle'] => typeof handle === 'object' && handle !== null && 'fetch' in handle;

/** Fetches all chunks of an address at once, beside the question who is there. A failure is told where the page is shown. */
export function fetchPages(routes: RouteObject[], path: string): void {
  for (const { route } of matchRoutes(routes, path) ?? []) if (isFetched(route.handle)) route.handle.fetch().catch(() => {});
}
