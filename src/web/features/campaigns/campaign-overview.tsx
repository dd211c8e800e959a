import { useCallback, useReducer } from 'react';
import { type Campaign, campaignRoutes, type StreamState } from '#shared/campaigns.ts';
import type { EventPayload } from '#shared/events.ts';
import { useApi } from '#web/lib/api.ts';
import { fullNumber } from '#web/lib/format.ts';
import { inSentence, tSent } from '#web/lib/language.ts';
import { useRealtimeEvent } from '#web/lib/realtime.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Checks } from '#web/ui/checks.tsx';
import { Figures } from '#web/ui/facts.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/page.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { CampaignLeads, JustBelow } from './campaign-results.tsx';
import { streamLevels, streamName, streamNameInRun, groupProblems, type Problem } from './stream-labels.ts';
import { texts, stateLabels } from './texts.ts';

interface RunState {
  /** Most recently read first. */
  lines: readonly { stream: string; leads: number }[];
  done: EventPayload<'scrape-complete'> | null;
  error: string | null;
}

export const emptyRun: RunState = { lines: [], done: null, error: null };

type RunEvent =
  | { event: 'start' }
  | { event: 'progress'; payload: EventPayload<'scrape-progress'> }
  | { event: 'complete'; payload: EventPayload<'scrape-complete'> }
  | { event: 'error'; payload: EventPayload<'scrape-error'> };

/** The state of a run after an event. A subreddit that is read in several batches is one line with the sum of its leads. */
export function applyRunEvent(run: RunState, event: RunEvent): RunState {
  if (event.event === 'start') return emptyRun;
  if (event.event === 'complete') return { ...run, done: event.payload };
  if (event.event === 'error') return { ...run, error: event.payload.error };
  const { subreddit: stream, leads } = event.payload;
  const before = run.lines.find((line) => line.stream === stream)?.leads ?? 0;
  return { ...run, done: null, lines: [{ stream, leads: before + leads }, ...run.lines.filter((line) => line.stream !== stream)] };
}

const maxLines = 8;

/** Live progress of the current run. */
function LiveRun({ campaign }: { campaign: Campaign }) {
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
        {run.error ? <Note tone="bad">{tSent(run.error)}</Note> : null}
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

function problemOf(stream: StreamState, said: string | null): Problem[] {
  if ((stream.state !== 'failed' && stream.state !== 'limited') || (said !== null && stream.error === said)) return [];
  return [{ name: streamName(stream), reason: stream.error ?? inSentence(stateLabels[stream.state]), state: stream.state }];
}

function CoverageBrief({ campaign }: { campaign: Campaign }) {
  const { data, error } = useApi(campaignRoutes.coverage, { params: { id: campaign.id } });
  const all = (
    <ButtonLink variant="link" size="sm" to="?tab=coverage">
      {texts.allStreams}
    </ButtonLink>
  );
  return (
    <Section title={texts.tabs.coverage} aside={all}>
      <div className="pt-3 text-13">
        {data ? (
          <p>{data.summary.total === 0 ? texts.coverageEmpty : texts.coverageSummary(data.summary.monitored, data.summary.total)}</p>
        ) : null}
        {!data && error ? <p className="text-bad">{texts.coverageFailed}</p> : null}
        {!data && !error ? <Skeleton className="h-3 w-2/3" /> : null}
        {data ? (
          <Checks
            className="mt-2.5"
            items={[
              ...(data.reddit === null ? [] : [{ key: 'reddit', level: 'bad' as const, text: tSent(data.reddit) }]),
              ...groupProblems(data.places.flatMap((stream) => problemOf(stream, data.reddit))).map(({ names, reason, state }) => ({
                key: `${state} ${reason}`,
                level: streamLevels[state],
                text: (
                  <>
                    <b className="font-medium text-text">{names}</b>: {reason}
                  </>
                ),
              })),
            ]}
          />
        ) : null}
      </div>
    </Section>
  );
}

export function CampaignOverview({ campaign }: { campaign: Campaign }) {
  const { posts, leads, newLeads } = campaign.counts;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_272px] xl:grid-cols-[minmax(0,1fr)_304px]">
      <div className="flex min-w-0 flex-col gap-10">
        <Figures
          figures={[
            { value: fullNumber(newLeads), label: texts.figures.newLeads },
            { value: fullNumber(leads), label: texts.figures.leads },
            { value: fullNumber(posts), label: texts.figures.posts },
          ]}
        />
        <CampaignLeads campaign={campaign} limit={8} />
        <JustBelow campaign={campaign} />
      </div>
      <div className="flex min-w-0 flex-col gap-10">
        <LiveRun campaign={campaign} />
        <CoverageBrief campaign={campaign} />
      </div>
    </div>
  );
}
