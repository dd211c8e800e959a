import { type Campaign, campaignRoutes, type Coverage, type StreamState } from '#shared/campaigns.ts';
import { HelpLink } from '#web/features/help/help-link.tsx';
import { useApi } from '#web/lib/api.ts';
import { exactTime, fullNumber, dateFormat } from '#web/lib/format.ts';
import { useIsMobile } from '#web/lib/media.ts';
import { useUser } from '#web/lib/session.tsx';
import { TimeAgo, useMinute } from '#web/lib/time-ago.tsx';
import { tSent } from '#web/lib/language.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { CoverageLegend, CoverageStrip } from '#web/ui/coverage-strip.tsx';
import { Note } from '#web/ui/note.tsx';
import { EmptyState, Loaded, TableSkeleton } from '#web/ui/states.tsx';
import { Status } from '#web/ui/status-dot.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { NextTime } from './campaign-head.tsx';
import { hasProblem, streamName, streamTones } from './stream-labels.ts';
import { stateLabels, texts } from './texts.ts';

const halfHour = 1_800_000;

/** The slots of the strip where a gap begins. `now` in milliseconds. */
export function gapSlots({ gapFrom, strip }: Pick<StreamState, 'gapFrom' | 'strip'>, now: number): number[] {
  if (!gapFrom) return [];
  const slot = strip.length - 1 - Math.floor((now - Date.parse(gapFrom)) / halfHour);
  return slot >= 0 && slot < strip.length ? [slot] : [];
}

export function CoverageTab({ campaign }: { campaign: Campaign }) {
  const answer = useApi(campaignRoutes.coverage, { params: { id: campaign.id } });
  return (
    <Loaded answer={answer} failed={texts.coverageFailed} skeleton={<TableSkeleton rows={6} columns={6} />}>
      {(coverage) => (coverage.places.length === 0 ? <NoStreams /> : <Streams coverage={coverage} />)}
    </Loaded>
  );
}

function NoStreams() {
  const action = (
    <ButtonLink variant="outline" to="?tab=settings">
      {texts.tabs.settings}
    </ButtonLink>
  );
  return (
    <EmptyState action={action} help={<HelpLink topic="sources" section="Coverage" />}>
      {texts.coverageEmpty}
    </EmptyState>
  );
}

/** Without the errors that a note above them says once. */
const unsaid = ({ places, reddit }: Coverage): StreamState[] =>
  places.map((stream) => (stream.error === reddit ? { ...stream, error: null } : stream));

function Streams({ coverage }: { coverage: Coverage }) {
  const isMobile = useIsMobile();
  const { summary, reddit } = coverage;
  const places = unsaid(coverage);
  const worstFirst = [...places.filter(hasProblem), ...places.filter((stream) => !hasProblem(stream))];
  return (
    <>
      {reddit === null ? null : (
        <Note tone="bad" className="mb-3 max-w-[76ch]">
          {tSent(reddit)}
        </Note>
      )}
      <p className="max-w-[76ch] text-13 text-muted">
        <b className="font-medium text-text">{texts.coverageSummary(summary.monitored, summary.total)}</b> {texts.coverageLead}
      </p>
      {isMobile ? (
        <ul className="mt-2">
          {worstFirst.map((stream) => (
            <StreamCard key={`${stream.kind} ${stream.name}`} stream={stream} />
          ))}
        </ul>
      ) : (
        <Table
          className="mt-2"
          caption={texts.tabs.coverage}
          columns={columns}
          rows={worstFirst}
          rowKey={({ kind, name }) => `${kind} ${name}`}
        />
      )}
      <div className="mt-3">
        <CoverageLegend />
      </div>
    </>
  );
}

function State({ stream }: { stream: StreamState }) {
  return (
    <span className="flex min-w-0 flex-col">
      <Status tone={streamTones[stream.state]} colored>
        {stateLabels[stream.state]}
      </Status>
      {stream.error ? <span className="pl-4 text-12 text-pretty text-muted">{tSent(stream.error)}</span> : null}
    </span>
  );
}

function Gap({ stream }: { stream: StreamState }) {
  const user = useUser();
  if (!stream.gapFrom) return <span className="text-muted">–</span>;
  const timeZone = user.settings.timezone;
  const clock = (at: string) => dateFormat({ timeStyle: 'short', ...(timeZone && { timeZone }) }).format(new Date(at));
  const title = [stream.gapFrom, stream.gapTo].flatMap((at) => (at ? [exactTime(at, { timeZone })] : [])).join(' – ');
  return (
    <span title={title} className="text-warn">
      {clock(stream.gapFrom)}–{stream.gapTo ? clock(stream.gapTo) : texts.until}
    </span>
  );
}

const When = ({ at, otherwise = '–' }: { at: string | null; otherwise?: string }) =>
  at ? <TimeAgo at={at} /> : <span className="text-muted">{otherwise}</span>;
const Strip = ({ stream }: { stream: StreamState }) => (
  <CoverageStrip slots={stream.strip} gaps={gapSlots(stream, useMinute())} label={streamName(stream)} className="w-36 flex-none" />
);

const { coverageColumns: heads } = texts;
const columns: readonly Column<StreamState>[] = [
  { key: 'stream', header: heads.stream, render: (stream) => <bdi className="font-medium">{streamName(stream)}</bdi> },
  { key: 'state', header: heads.state, render: (stream) => <State stream={stream} /> },
  { key: 'strip', header: heads.strip, render: (stream) => <Strip stream={stream} /> },
  {
    key: 'success',
    header: heads.success,
    figures: true,
    render: ({ lastSuccessAt }) => <When at={lastSuccessAt} otherwise={texts.never} />,
  },
  {
    key: 'newest',
    header: heads.newest,
    figures: true,
    optional: true,
    render: ({ newestAt }) => <When at={newestAt} otherwise={texts.unknown} />,
  },
  { key: 'read', header: heads.read, figures: true, render: ({ items }) => fullNumber(items) },
  { key: 'gap', header: heads.gap, figures: true, optional: true, render: (stream) => <Gap stream={stream} /> },
  { key: 'next', header: heads.next, figures: true, render: ({ nextTryAt }) => <NextTime at={nextTryAt} /> },
];

function StreamCard({ stream }: { stream: StreamState }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1.5 border-b border-line py-3 text-13 last:border-b-0">
      <bdi className="font-medium wrap-anywhere">{streamName(stream)}</bdi>
      <span className="text-muted">
        <NextTime at={stream.nextTryAt} />
      </span>
      <span className="col-span-2">
        <State stream={stream} />
      </span>
      <Strip stream={stream} />
      <span className="text-right text-muted tabular-nums">{texts.read(stream.items)}</span>
    </li>
  );
}
