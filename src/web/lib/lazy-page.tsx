import { Suspense, type ComponentType, type ReactElement } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { LoadingPane } from '#web/ui/spinner.tsx';
import { loadChunk } from './chunk.ts';
import { lazyPart } from './lazy-part.ts';

let chunks = 0;

export interface LazyPage {
  element: ReactElement;
  /** Loads it ahead of time. A failure is shown when the page is opened. */
  fetch: () => void;
}

/** A page that is loaded on first view, or preloaded. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  chunks += 1;
  const chunk = chunks;
  const { Part, fetch } = lazyPart(() => loadChunk(chunk, load));
  // The key makes each page suspend on its own; without it, the previous page would stay on screen with no spinner.
  const element = (
    <Suspense key={chunk} fallback={<LoadingPane />}>
      <Part />
    </Suspense>
  );
  return { element, fetch };
}

const isFetched = (handle: unknown): handle is Pick<LazyPage, 'fetch'> =>
  typeof handle === 'object' && handle !== null && 'fetch' in handle;

/** Loads all chunks of a URL in parallel with the session check. */
export function fetchPages(routes: RouteObject[], path: string): void {
  for (const { route } of matchRoutes(routes, path) ?? []) if (isFetched(route.handle)) route.handle.fetch();
}
