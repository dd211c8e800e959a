import { useEffect, useState } from 'react';
import type { CampaignInput, CampaignUpdate } from '#shared/campaigns.ts';
import { type Trial, trialRoutes } from '#shared/trials.ts';
import { call } from '#web/lib/api.ts';
import { detailsOf } from '#web/lib/attempt.ts';
import { useDebounced } from '#web/lib/debounced.ts';
import { previewBody } from './use-preview.ts';

export interface TrialState {
  /** What was found so far; of the trial before while the next one begins. */
  trial: Trial | null;
  isRunning: boolean;
  failure: string | null;
  retry: () => void;
}

const interrupted = 'The connection was interrupted. Try again.';

/** Reads the lines of a trial as they arrive. Rejects unless one says that it is done. */
export async function readTrial({ body }: Response, take: (trial: Trial) => void): Promise<null> {
  const decoder = new TextDecoder();
  // Safari can't iterate over a stream.
  const reader = body?.getReader();
  let rest = '';
  let isDone = false;
  for (;;) {
    const { value } = (await reader?.read().catch((cause: unknown) => Promise.reject(new Error(interrupted, { cause })))) ?? {};
    if (value === undefined) break;
    const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const trial = JSON.parse(line) as Trial;
      isDone = trial.isDone;
      take(trial);
    }
  }
  if (!isDone) throw new Error(interrupted);
  return null;
}

const settleMs = 800;

/** Tries a campaign on its sources, and again a moment after it changed; not while it isn't ready. */
export function useTrial(input: CampaignInput | null, { isReady = true }: { isReady?: boolean } = {}): TrialState {
  const wanted = useDebounced(input === null || !isReady ? null : JSON.stringify(previewBody(input)), settleMs);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Omit<TrialState, 'retry'>>({ trial: null, isRunning: wanted !== null, failure: null });
  const request = wanted === null ? null : `${attempt} ${wanted}`;
  useEffect(() => {
    if (request === null) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const show = (change: Partial<TrialState>) => (signal.aborted ? undefined : setState((now) => ({ ...now, ...change })));
    // The first line has nothing yet: what the trial before found stays until something is read.
    const take = (trial: Trial) => {
      if (trial.isDone || trial.considered > 0) show({ trial });
      else setState((now) => ({ ...now, trial: now.trial ?? trial }));
    };
    show({ isRunning: true, failure: null });
    call(
      trialRoutes.try,
      { body: JSON.parse(request.slice(request.indexOf(' '))) as CampaignUpdate },
      { signal, read: (response) => readTrial(response, take) },
    ).then(
      () => show({ isRunning: false }),
      (error: unknown) => show({ isRunning: false, failure: detailsOf(error) }),
    );
    return () => stop.abort();
  }, [request]);
  return { ...state, retry: () => setAttempt((now) => now + 1) };
}
