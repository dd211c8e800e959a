import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

interface LatePart<P extends object> {
  Part: LazyExoticComponent<ComponentType<P>>;
  /** Fetches it before it is shown. A failure is told where it is shown. */
  fetch: () => void;
}

/** A part of a page that the first view does without. */
export function latePart<P extends object>(load: () => Promise<ComponentType<P>>): LatePart<P> {
  return {
    Part: lazy(async () => ({ default: await load() })),
    fetch: () => void load().catch(() => {}),
  };
}
