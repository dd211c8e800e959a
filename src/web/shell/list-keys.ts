import { useChords } from '#web/features/keys/chords.ts';
import { useRowSteps } from '#web/features/keys/rows.tsx';
import { useGo } from '#web/lib/unsaved-guard.ts';

/** Loaded after the first view. */
export function ListKeys() {
  useChords(useGo());
  useRowSteps();
  return null;
}
