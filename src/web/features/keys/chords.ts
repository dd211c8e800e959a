import { useEffect, useEffectEvent } from 'react';
import { focusContextOf } from './keys.ts';

/** Not a path: opens the list of workspaces. */
export const workspacesChord = 'workspaces';
/** `g`, then a letter. */
export const chords: Readonly<Record<string, string>> = {
  d: '/dashboard',
  l: '/dashboard/leads',
  p: '/dashboard/posts',
  c: '/dashboard/campaigns',
  w: workspacesChord,
};

const waitMs = 1500;

/** Reads each key with its time (ms); returns the path of the chord that it ends. */
export function createChordReader(): (key: string, at: number) => string | undefined {
  let startedAt = -Infinity;
  return (key, at) => {
    const path = at - startedAt < waitMs ? chords[key.toLowerCase()] : undefined;
    startedAt = path === undefined && key.toLowerCase() === 'g' ? at : -Infinity;
    return path;
  };
}

/** Before all other keys, so that the second one isn't a list's. */
export function useChords(go: (path: string) => void): void {
  const follow = useEffectEvent(go);
  useEffect(() => {
    const read = createChordReader();
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event;
      const context = focusContextOf(document.activeElement);
      if (ctrlKey || metaKey || altKey || isComposing || context === 'text' || context === 'float') return;
      const path = read(key, event.timeStamp);
      if (path === undefined) return;
      event.preventDefault();
      follow(path);
    };
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, []);
}
