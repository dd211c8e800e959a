import { useCallback, useReducer } from 'react';
import type { Campaign } from '#shared/campaigns.ts';
import type { EventPayload } from '#shared/events.ts';
import { useRealtimeEvent } from '#web/lib/realtime.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/page.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { applyRunEvent, emptyRun } from './run-progress.ts';
import { streamNameInRun } from './stream-labels.ts';
import { texts } from './texts.ts';

const maxLines = 8;

/** Live progress of the current run. */
export function LiveRun({ campaign }: { campaign: Campaign }) {
  const [run, dispatch] = useReducer(applyRunEvent, emptyRun);
  const { id } = campaign;
  useRealtimeEvent(
    'scrape-start',
    useCallback(({ campaignId }: EventPayload<'scrape-start'>) => void (campaignId === id && dispatch({ event: 'start' })), [id]),
  );
  useRealtimeEvent(
    'scrape-progress',
    useCallback(
      (payload: EventPayload<'scrape-progress'>) => void (payload.campaignId === id && dispatch({ event: 'progress', payload })),
      [id],
    ),
  );
  useRealtimeEvent(
    'scrape-complete',
    useCallback(
      (payload: EventPayload<'scrape-complete'>) => void (payload.campaignId === id && dispatch({ event: 'complete', payload })),
      [id],
    ),
  );
  useRealtimeEvent(
    'scrape-error',
    useCallback((payload: EventPayload<'scrape-error'>) => void (payload.campaignId === id && dispatch({ event: 'error', payload })), [id]),
  );

  const isRunning = campaign.running && !run.done;
  if (!isRunning && run.lines.length === 0 && !run.error) return null;
  const total = Math.max(campaign.streamCount, run.lines.length);
  return (
    <Section title={texts.live}>
      <div className="flex flex-col gap-3 pt-3">
        <Progress label={texts.liveProgress} value={isRunning ? (total > 0 ? (100 * run.lines.length) / total : null) : 100} />
        {run.error ? <Note tone="bad">{run.error}</Note> : null}
        <ul aria-live="polite" className="text-13">
          {run.lines.length === 0 && isRunning ? <li className="text-muted">{texts.liveNone}</li> : null}
          {run.lines.slice(0, maxLines).map(({ stream, leads }) => (
            <li key={stream} className={leads > 0 ? 'py-0.5 font-medium' : 'py-0.5 text-muted'}>
              {texts.liveLine(streamNameInRun(stream), leads)}
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
