import { createElement, lazy, useState, type ComponentType, type FunctionComponent } from 'react';

interface LatePart<P extends object> {
  Part: FunctionComponent<P>;
  /** Fetches it before it is shown. A failure is told where it is shown. */
  fetch: () => void;
}

/** A part of a page that the first view does without. Where it has come by the time it is shown, nothing else is shown before it. */
export function latePart<P extends object>(load: () => Promise<ComponentType<P>>): LatePart<P> {
  let loaded: ComponentType<P> | undefined;
  const fetch = async (): Promise<ComponentType<P>> => (loaded ??= await load());
  const Late = lazy(async () => ({ default: await fetch() })) as unknown as ComponentType<P>;
  return {
    Part: (props) => {
      // React keeps a fallback on screen for 300 ms, also for what is there in one.
      const [Shown] = useState<ComponentType<P>>(() => loaded ?? Late);
      return createElement(Shown, props);
    },
    fetch: () => void fetch().catch(() => {}),
  };
}
