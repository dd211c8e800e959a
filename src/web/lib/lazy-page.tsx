import { Suspense, type ComponentType, type ReactElement } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { LoadingPane } from '#web/ui/spinner.tsx';
import { loadChunk } from './chunk.ts';
import { latePart } from './late-part.ts';

let chunks = 0;

export interface LazyPage {
  element: ReactElement;
  /** Fetches it before it is shown. A failure is told where it is shown. */
  fetch: () => void;
}

/** A page that is fetched when it is first shown, or before. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  chunks += 1;
  const chunk = chunks;
  const { Part, fetch } = latePart(() => loadChunk(chunk, load));
  // With the key each page waits for itself; without it the one before would stay on screen, with no spinner.
  const element = (
    <Suspense key={chunk} fallback={<LoadingPane />}>
      <Part />
    </Suspense>
  );
  return { element, fetch };
}

const isFetched = (handle: unknown): handle is Pick<LazyPage, 'fetch'> =>
  typeof handle === 'object' && handle !== null && 'fetch' in handle;

/** Fetches all chunks of an address at once, beside the question who is there. */
export function fetchPages(routes: RouteObject[], path: string): void {
  for (const { route } of matchRoutes(routes, path) ?? []) if (isFetched(route.handle)) route.handle.fetch();
}
