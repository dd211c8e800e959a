import { lazy, Suspense, type ComponentType, type ReactElement } from 'react';
import { LoadingPane } from '#web/ui/spinner.tsx';
import { loadChunk } from './chunk.ts';

let chunks = 0;

/** A page that is fetched when somebody opens it: `lazyPage(() => import('#web/…/page.tsx'), 'LeadsPage')`. */
export function lazyPage<K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K): ReactElement {
  chunks += 1;
  const chunk = chunks;
  const Page = lazy(async (): Promise<{ default: ComponentType }> => ({ default: (await loadChunk(chunk, load))[name] }));
  // With the key each page waits for itself; without it the one before would stay on screen, with no spinner.
  return (
    <Suspense key={chunk} fallback={<LoadingPane />}>
      <Page />
    </Suspense>
  );
}
