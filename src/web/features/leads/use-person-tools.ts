import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Lead } from '#shared/leads.ts';
import type { ReaderTools } from '#web/features/inbox/inbox.tsx';
import type { DismissReason } from '#shared/posts.ts';
import { askFollowUp, askSnooze } from '#web/features/follow-ups/follow-up-request.ts';
import { giveFeedback } from '#web/features/inbox/actions/feedback.ts';
import type { ReaderHandle } from '#web/features/inbox/reader/reader.tsx';
import type { BulkAction } from '#web/features/inbox/texts.ts';
import { prepareTriage } from '#web/features/inbox/actions/triage.ts';
import { useReaderKeys } from '#web/features/inbox/reader/reader-keys.ts';
import { useKeys } from '#web/features/keys/keys.tsx';
import { useCan } from '#web/lib/session.tsx';
import { triageLead } from './stage.tsx';

const cameFromList = (state: unknown): boolean => typeof state === 'object' && state !== null && 'fromList' in state;

/** What keys and buttons do on a lead's own page. */
export function usePersonTools(lead: Lead | undefined): ReaderTools {
  const navigate = useNavigate();
  const { state, search } = useLocation();
  const { work } = useCan();
  const [asking, setAsking] = useState(false);
  const handle = useRef<ReaderHandle>(null);
  const back = () => void (cameFromList(state) ? navigate(-1) : navigate({ pathname: '/dashboard/leads', search }));
  const ids = lead?.posts.map((post) => post.id) ?? [];

  const moveOn = () => {
    if (!lead || !cameFromList(state)) return () => {};
    back();
    return () => void navigate(`/dashboard/leads/${lead.id}`, { state });
  };
  const act = async (action: BulkAction, reason?: DismissReason) => {
    back();
    if (lead) await triageLead(lead, { action, reason });
  };
  useReaderKeys(handle, { isOpen: lead !== undefined, catchUp: () => undefined });
  useKeys({
    ...(lead && {
      dismiss: () => setAsking(true),
      archive: () => void act('archive'),
      followUp: () => askFollowUp({ leadId: lead.id, name: lead.redditUsername }),
      snooze: () => askSnooze({ leadId: lead.id, name: lead.redditUsername }, moveOn),
    }),
    reply: () => handle.current?.focusReply(),
    close: () => (document.activeElement instanceof HTMLTextAreaElement ? document.activeElement.blur() : back()),
  });
  return {
    asking,
    onAsk: setAsking,
    onAct: (action, reason) => void act(action, reason),
    onSeen: () => void (work ? prepareTriage(ids, 'seen').send() : Promise.resolve()).catch(() => {}),
    onBack: back,
    onKeep: () => {
      const post = handle.current?.post;
      if (post && post.feedback?.verdict !== 'right') void giveFeedback(post, 'right');
      back();
    },
    onStep: () => {},
    onGone: () => {},
    onHandled: moveOn,
    handle,
  };
}
