import { useCallback, useReducer } from 'react';
import type { Campaign } from '#shared/campaigns.ts';
import type { EventPayload } from '#shared/events.ts';
import { useRealtimeEvent } from '#web/lib/realtime.tsx';
import { Note } from '#web/ui/note.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Section } from '#web/ui/section.tsx';
import { hearNews, noRun } from './live-lines.ts';
import { nameInRun } from './place-words.ts';
import { texts } from './texts.ts';

const most = 8;

/** Live progress of the current run. */
export function LiveRun({ campaign }: { campaign: Campaign }) {
  const [run, hear] = useReducer(hearNews, noRun);
  const { id } = campaign;
  useRealtimeEvent(
    'scrape-start',
    useCallback(({ campaignId }: EventPayload<'scrape-start'>) => void (campaignId === id && hear({ event: 'start' })), [id]),
  );
  useRealtimeEvent(
    'scrape-progress',
    useCallback(
      (payload: EventPayload<'scrape-progress'>) => void (payload.campaignId === id && hear({ event: 'progress', payload })),
      [id],
    ),
  );
  useRealtimeEvent(
    'scrape-complete',
    useCallback(
      (payload: EventPayload<'scrape-complete'>) => void (payload.campaignId === id && hear({ event: 'complete', payload })),
      [id],
    ),
  );
  useRealtimeEvent(
    'scrape-error',
    useCallback((payload: EventPayload<'scrape-error'>) => void (payload.campaignId === id && hear({ event: 'error', payload })), [id]),
  );

  const isRunning = campaign.running && !run.done;
  if (!isRunning && run.lines.length === 0 && !run.error) return null;
  // With search streams, there can be more lines than subreddits.
  const total = Math.max(campaign.subreddits.length, run.lines.length);
  return (
    <Section title={texts.live}>
      <div className="flex flex-col gap-3 pt-3">
        <Progress label={texts.liveProgress} value={isRunning ? (total > 0 ? (100 * run.lines.length) / total : null) : 100} />
        {run.error ? <Note tone="bad">{run.error}</Note> : null}
        <ul aria-live="polite" className="text-13">
          {run.lines.length === 0 && isRunning ? <li className="text-muted">{texts.liveNone}</li> : null}
          {run.lines.slice(0, most).map(({ place, leads }) => (
            <li key={place} className={leads > 0 ? 'py-0.5 font-medium' : 'py-0.5 text-muted'}>
              {texts.liveLine(nameInRun(place), leads)}
            </li>
          ))}
        </ul>
        {run.done ? (
          <p className="text-13 font-medium">{texts.liveDone(run.done.totalPosts, run.done.totalComments, run.done.newLeads)}</p>
        ) : null}
      </div>
    </Section>
  );
}
