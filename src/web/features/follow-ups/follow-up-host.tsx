import { useSyncExternalStore } from 'react';
import type { EventPayload } from '#shared/events.ts';
import { useRealtimeEvent } from '#web/lib/realtime.tsx';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { followUpRequest } from './follow-up-request.ts';

const FollowUpDialog = lazyDialog(async () => (await import('./follow-up-dialog.tsx')).FollowUpDialog);
const announce = (answer: EventPayload<'answer-sent'>) =>
  void import('./follow-up-actions.ts').then(({ announceReply }) => announceReply(answer));

/** Hosted once by the shell, so that every page can open the dialog. */
export function FollowUpHost() {
  const request = useSyncExternalStore(followUpRequest.subscribe, followUpRequest.get);
  useRealtimeEvent('answer-sent', announce);
  return <FollowUpDialog open={request !== null} request={request} onClose={() => followUpRequest.set(null)} />;
}
