import { createElement, lazy, useState, type ComponentType, type FunctionComponent } from 'react';

export interface LazyPart<P extends object> {
  Part: FunctionComponent<P>;
  /** Loads it ahead of time. A failure is shown when the part is rendered. */
  preload: () => void;
}

/** A part of a page that is loaded after the first view. If it is loaded by the time it renders, no fallback shows. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loaded: ComponentType<P> | undefined;
  const get = async (): Promise<ComponentType<P>> => (loaded ??= await load());
  const Late = lazy(async () => ({ default: await get() })) as unknown as ComponentType<P>;
  return {
    Part: (props) => {
      // React shows a fallback for at least 300 ms, even when the part arrives immediately.
      const [Shown] = useState<ComponentType<P>>(() => loaded ?? Late);
      return createElement(Shown, props);
    },
    preload: () => void get().catch(() => {}),
  };
}
