import { type ReactNode, useState } from 'react';
import type { CampaignInput } from '#shared/campaigns.ts';
import type { Trial } from '#shared/trials.ts';
import { Button } from '#web/ui/button.tsx';
import { Checks } from '#web/ui/checks.tsx';
import { Section } from '#web/ui/page.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { type FoundPost, FoundList } from './found-list.tsx';
import { trialTexts as texts } from './trial-texts.ts';
import { type TrialState, useTrial } from './use-trial.ts';

/** What a campaign finds right now, before it is saved: the newest of its sources, step by step. */
export function LiveTrial({ state, renderActions }: { state: TrialState; renderActions?: (post: FoundPost) => ReactNode }) {
  const { trial, isRunning, failure, retry } = state;
  return (
    <div aria-busy={isRunning}>
      {trial ? (
        <>
          <p role="status" className="text-16 font-medium">
            {texts.headline(trial, isRunning)}
          </p>
          <SourceLines trial={trial} isRunning={isRunning} />
        </>
      ) : null}
      {failure === null ? null : (
        <ErrorState onRetry={retry} retrying={isRunning}>
          {failure}
        </ErrorState>
      )}
      {trial && trial.best.length > 0 ? (
        <div className="mt-3">
          <FoundList posts={trial.best} {...(renderActions && { renderActions })} />
        </div>
      ) : null}
    </div>
  );
}

/** Which sources were read, and why others weren't. */
function SourceLines({ trial: { streams }, isRunning }: { trial: Trial; isRunning: boolean }) {
  const reading = streams.filter(({ state }) => state === 'reading').map(({ name }) => name);
  const unread = streams.filter(({ state, error }) => error !== null && state !== 'reading');
  const read = streams.filter(({ state }) => state === 'read').map(({ name, items }) => texts.read(name, items));
  return (
    <>
      {read.length > 0 ? <p className="mt-1 text-13 wrap-anywhere text-muted">{texts.readFrom(read)}</p> : null}
      {isRunning && reading.length > 0 ? (
        <p className="mt-1 flex items-center gap-2 text-13 text-muted">
          <Spinner className="size-3.5" />
          <span className="min-w-0 wrap-anywhere">{texts.reading(reading)}</span>
        </p>
      ) : null}
      {unread.length > 0 ? (
        <Checks
          className="mt-2"
          items={unread.map(({ name, error, state }) => ({
            key: name,
            level: state === 'off' ? 'unknown' : 'warn',
            text: texts.unread(name, error ?? ''),
          }))}
        />
      ) : null}
    </>
  );
}

export interface Tried {
  input: CampaignInput;
  isReady: boolean;
  /** Otherwise it waits for a click, because each change asks the sources. */
  isAutomatic?: boolean;
}

/** Beside the fields of a campaign. */
export function TrySection({ input, isReady, isAutomatic = false }: Tried) {
  const [hasBegun, setBegun] = useState(isAutomatic);
  const state = useTrial(hasBegun ? input : null, { isReady });
  return (
    <Section title={texts.title} className="mb-8">
      <div className="mt-3">
        {hasBegun ? (
          <LiveTrial state={state} />
        ) : (
          <>
            <p className="mb-3 text-13 text-muted">{texts.offer}</p>
            <Button variant="outline" size="sm" onClick={() => setBegun(true)}>
              {texts.begin}
            </Button>
          </>
        )}
      </div>
    </Section>
  );
}
