import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { leadRoutes } from '#shared/leads.ts';
import type { ReaderTools } from '#web/features/inbox/inbox.tsx';
import { useIsNarrow } from '#web/lib/media.ts';
import { dropReads, useApi } from '#web/lib/api.ts';
import { authorName } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { PartBoundary } from '#web/ui/boundary.tsx';
import { LeadReader, ToLeads } from './lead-reader.tsx';
import { PersonPanel } from './person-panel.tsx';
import { StageBar } from './stage.tsx';
import { texts } from './texts.ts';
import { usePersonTools } from './use-person-tools.ts';

const readAnew = () => dropReads(['/leads/', '/posts/']);

/** On small screens this is also the list's reader. */
export function LeadPage() {
  const { id = '' } = useParams();
  const { data: lead, error } = useApi(leadRoutes.get, { params: { id } });
  usePageTitle(lead ? authorName(lead.redditUsername) : texts.person);
  const isNarrow = useIsNarrow();
  const tools = usePersonTools(lead);
  useReplyOnArrival(tools.handle, lead !== undefined);
  return (
    <div className="flex h-[calc(100dvh-48px)] min-h-0 flex-col max-md:h-dvh">
      <h1 className="sr-only">{lead ? authorName(lead.redditUsername) : texts.person}</h1>
      <div className={`grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] ${error ? '' : 'lg:grid-cols-[minmax(0,1fr)_320px]'}`}>
        <div className="flex min-h-0 min-w-0 flex-col">
          <PartBoundary of={lead ?? id} text={texts.crashed} action={<ToLeads />} onRetry={readAnew} className="flex-1">
            <LeadReader
              key={id}
              id={id}
              item={undefined}
              tools={tools}
              isPersonPage
              renderAbove={(person) => (isNarrow ? null : <StageBar lead={person} />)}
              renderBelow={
                isNarrow
                  ? (person) => (
                      <section aria-label={texts.person} className="mt-7 border-t border-line pt-5">
                        <PartBoundary of={person} onRetry={readAnew}>
                          <PersonPanel lead={person} />
                        </PartBoundary>
                      </section>
                    )
                  : undefined
              }
            />
          </PartBoundary>
        </div>
        {lead && !isNarrow ? (
          // A scrollable box must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <aside aria-label={texts.person} tabIndex={0} className="min-h-0 overflow-y-auto border-l px-6 py-5 -outline-offset-2">
            <p className="mb-5 text-16 font-semibold wrap-anywhere">
              <bdi>{authorName(lead.redditUsername)}</bdi>
            </p>
            <PartBoundary of={lead} onRetry={readAnew}>
              <PersonPanel lead={lead} />
            </PartBoundary>
          </aside>
        ) : null}
      </div>
    </div>
  );
}

const wantsReply = ({ state, search }: { state: unknown; search: string }): boolean =>
  new URLSearchParams(search).has('reply') || (typeof state === 'object' && state !== null && 'isReplying' in state);

/** `r` on a follow-up and the browser extension lead straight to the reply box. */
function useReplyOnArrival(handle: ReaderTools['handle'], isLoaded: boolean): void {
  const isReplying = wantsReply(useLocation());
  useEffect(() => {
    if (isReplying && isLoaded) handle.current?.focusReply();
  }, [isReplying, isLoaded, handle]);
}
