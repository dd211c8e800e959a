import { useSyncExternalStore } from 'react';
import type { EventPayload } from '#shared/events.ts';
import { useRealtimeEvent } from '#web/lib/realtime.tsx';
import { lateDialog } from '#web/ui/late-dialog.tsx';
import { followUpAsked } from './asking.ts';

const FollowUpDialog = lateDialog(async () => (await import('./follow-up-dialog.tsx')).FollowUpDialog);
const sayLater = (answer: EventPayload<'answer-sent'>) => void import('./ask-follow-up.ts').then(({ sayAnswered }) => sayAnswered(answer));

/** Stands in the shell and opens wherever somebody wants to be reminded of a person. */
export function FollowUpAsking() {
  const asked = useSyncExternalStore(followUpAsked.subscribe, followUpAsked.get);
  useRealtimeEvent('answer-sent', sayLater);
  return <FollowUpDialog open={asked !== null} asked={asked} onClose={() => followUpAsked.set(null)} />;
}
