export type SaveState = 'saved' | 'waiting' | 'saving' | 'failed';

interface Options {
  save: (text: string) => Promise<unknown>;
  onState: (state: SaveState) => void;
  /** Milliseconds without a change before saving. */
  delay: number;
  schedule: (run: () => void, delay: number) => () => void;
}

export interface Autosave {
  change: (text: string) => void;
  /** Saves pending text immediately. */
  flush: () => void;
}

/** Debounced save, one at a time. Text typed during a save is saved after it, so the last text wins. */
export function createAutosave({ save, onState, delay, schedule }: Options): Autosave {
  let pending: string | null = null;
  let running = false;
  let cancel = () => {};

  const run = async (): Promise<void> => {
    cancel();
    if (running || pending === null) return;
    const text = pending;
    pending = null;
    running = true;
    onState('saving');
    let failed = false;
    try {
      await save(text);
    } catch {
      failed = true;
      pending ??= text;
    }
    running = false;
    if (failed) onState('failed');
    else if (pending === null) onState('saved');
    else await run();
  };

  return {
    change: (text) => {
      pending = text;
      cancel();
      onState('waiting');
      cancel = schedule(() => void run(), delay);
    },
    flush: () => void run(),
  };
}

export const afterDelay = (run: () => void, delay: number): (() => void) => {
  const timer = setTimeout(run, delay);
  return () => clearTimeout(timer);
};
