import { leadRoutes, type LeadStage, leadStages, type TimelineEntry } from '#shared/leads.ts';
import { useApi } from '#web/lib/api.ts';
import { useIsTeam } from '#web/lib/session.tsx';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { tSent } from '#web/lib/language.ts';
import { ErrorState, Skeleton } from '#web/ui/states.tsx';
import { stageLabels } from './list-texts.ts';
import { texts, timelineLabels } from './texts.ts';

const stageOf = (name: string | undefined): LeadStage | undefined => leadStages.find((stage) => stage === name);

/** What somebody did, after their name: "moved it to Won". Null where the entry's own text follows a colon. */
export function deedOf({ kind, text }: Pick<TimelineEntry, 'kind' | 'text'>, actor: string): string | null {
  if (kind === 'stage') {
    const stage = stageOf(text.split(' → ').at(-1));
    return stage === undefined ? null : texts.movedItTo(stageLabels[stage]);
  }
  if (kind === 'approval') {
    const [, approved, place] = /^(?:(Approved)|Sent) the reply in (\S{1,100})/u.exec(text) ?? [];
    return place === undefined ? null : (approved ? texts.approvedIn : texts.sentBackIn)(place);
  }
  if (kind !== 'assignee') return null;
  const [, to] = /^Assigned to (.{1,200})$/u.exec(text) ?? [];
  return to === undefined ? texts.unassignedIt : to === actor ? texts.tookIt : texts.assignedItTo(to);
}

/** A tag and the title of a post are people's own words. */
const saidIn = ({ kind, text }: TimelineEntry): string =>
  kind === 'heard' || (kind === 'tag' && text !== 'Tags removed') ? text : tSent(text);

/** What happened, and where people work together, who did it. */
function Happened({ entry }: { entry: TimelineEntry }) {
  const { kind, actor } = entry;
  const isTeam = useIsTeam();
  if (!isTeam || !actor)
    return (
      <span dir="auto" className="wrap-anywhere">
        <span className="sr-only">{timelineLabels[kind]}: </span>
        {saidIn(entry)}
      </span>
    );
  const deed = deedOf(entry, actor.username);
  return (
    <span className="wrap-anywhere">
      <bdi className="font-medium">{actor.username}</bdi>
      {deed === null ? (
        <>
          <span className="sr-only">, {timelineLabels[kind]}</span>: <bdi>{saidIn(entry)}</bdi>
        </>
      ) : (
        <>
          {' '}
          <bdi>{deed}</bdi>
        </>
      )}
    </span>
  );
}

export function Timeline({ leadId }: { leadId: string }) {
  const { data, error, mutate, isValidating } = useApi(leadRoutes.timeline, { params: { id: leadId }, query: { limit: 100 } });
  if (!data && error) {
    return (
      <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
        {texts.timelineFailed} {error.message}
      </ErrorState>
    );
  }
  if (!data) {
    return (
      <div aria-busy="true" className="flex flex-col gap-4 pt-3">
        {['w-2/3', 'w-1/2', 'w-3/5'].map((width) => (
          <Skeleton key={width} className={`h-3 ${width}`} />
        ))}
      </div>
    );
  }
  if (data.items.length === 0) return <p className="pt-3 text-13 text-muted">{texts.timelineEmpty}</p>;
  return (
    <>
      <ol className="pt-1">
        {data.items.map((entry) => (
          <li key={entry.id} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-b border-line py-2 text-13 last:border-b-0">
            <Happened entry={entry} />
            <TimeAgo at={entry.at} className="text-12 leading-5 whitespace-nowrap text-muted" />
          </li>
        ))}
      </ol>
      {data.nextCursor ? <p className="pt-2 text-12 text-muted">{texts.timelinePart(data.items.length, data.total)}</p> : null}
    </>
  );
}
