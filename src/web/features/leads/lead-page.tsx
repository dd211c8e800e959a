import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { leadRoutes, type Lead } from '#shared/leads.ts';
import type { DismissReason } from '#shared/posts.ts';
import { askFollowUp } from '#web/features/follow-ups/follow-up-request.ts';
import { giveFeedback } from '#web/features/inbox/give-feedback.ts';
import type { ReaderTools } from '#web/features/inbox/inbox.tsx';
import { useIsNarrow } from '#web/lib/media.ts';
import type { ReaderHandle } from '#web/features/inbox/reader.tsx';
import { prepareTriage } from '#web/features/inbox/triage.ts';
import type { BulkAction } from '#web/features/inbox/texts.ts';
import { useInboxKeys } from '#web/features/inbox/use-inbox-keys.ts';
import { useApi } from '#web/lib/api.ts';
import { authorName } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { LeadReader } from './lead-reader.tsx';
import { PersonPanel } from './person-panel.tsx';
import { StageBar } from './stage.tsx';
import { texts } from './texts.ts';
import { triageLead } from './triage-lead.ts';

const cameFromList = (state: unknown): boolean => typeof state === 'object' && state !== null && 'fromList' in state;

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
                      <PersonPanel lead={person} />
                    </section>
                  )
                : undefined
            }
          />
        </div>
        {lead && !isNarrow ? (
          // A scrollable box must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <aside aria-label={texts.person} tabIndex={0} className="min-h-0 overflow-y-auto border-l px-6 py-5 -outline-offset-2">
            <p className="mb-5 text-16 font-semibold wrap-anywhere">
              <bdi>{authorName(lead.redditUsername)}</bdi>
            </p>
            <PersonPanel lead={lead} />
          </aside>
        ) : null}
      </div>
    </div>
  );
}

const wantsReply = (state: unknown): boolean => typeof state === 'object' && state !== null && 'isReplying' in state;

/** "Reply" on the dashboard leads straight to the reply box. */
function useReplyOnArrival(handle: ReaderTools['handle'], isLoaded: boolean): void {
  const isReplying = wantsReply(useLocation().state);
  useEffect(() => {
    if (isReplying && isLoaded) handle.current?.focusReply();
  }, [isReplying, isLoaded, handle]);
}

function usePersonTools(lead: Lead | undefined): ReaderTools {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const [asking, setAsking] = useState(false);
  const handle = useRef<ReaderHandle>(null);
  const back = () => void (cameFromList(state) ? navigate(-1) : navigate({ pathname: '/dashboard/leads', search }));
  const ids = lead?.posts.map((post) => post.id) ?? [];

  const act = async (action: BulkAction, reason?: DismissReason) => {
    back();
    if (lead) await triageLead(lead, { action, reason });
  };
  useInboxKeys({
    ...(lead && {
      dismiss: () => setAsking(true),
      archive: () => void act('archive'),
      followUp: () => askFollowUp({ leadId: lead.id, name: lead.redditUsername }),
    }),
    reply: () => handle.current?.focusReply(),
    goodMatch: () => handle.current?.post && void giveFeedback(handle.current.post, 'right'),
    badMatch: () => handle.current?.askBadMatch(),
    close: () => (document.activeElement instanceof HTMLTextAreaElement ? document.activeElement.blur() : back()),
  });
  return {
    asking,
    onAsk: setAsking,
    onAct: (action, reason) => void act(action, reason),
    onSeen: () =>
      void prepareTriage(ids, 'seen')
        .send()
        .catch(() => {}),
    onBack: back,
    onKeep: () => {
      const post = handle.current?.post;
      if (post && post.feedback?.verdict !== 'right') void giveFeedback(post, 'right');
      back();
    },
    onStep: () => {},
    onGone: () => {},
    handle,
  };
}
