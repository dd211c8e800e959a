import { useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router-dom';
import { lazyDialog } from '#web/ui/lazy.tsx';
import type { EventPayload } from '#shared/events.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { replyFailed, replyPosted } from './texts.ts';
import { followUpRequest } from '#web/features/follow-ups/follow-up-request.ts';
import { useRealtimeEvent } from '#web/lib/realtime.tsx';
import { tSent } from '#web/lib/language.ts';

const FeedbackDialog = lazyDialog(async () => (await import('#web/features/feedback/feedback-dialog.tsx')).FeedbackDialog);
const FollowUpDialog = lazyDialog(async () => (await import('#web/features/follow-ups/follow-up-dialog.tsx')).FollowUpDialog);
const announce = ({ subreddit }: EventPayload<'answer-sent'>) => showToast.success(replyPosted(subreddit));
const announceFailure = ({ subreddit, reason }: EventPayload<'answer-failed'>) => showToast.error(replyFailed(subreddit, tSent(reason)));

/** What must work when the server is gone: messages, menus, the choice of a reason, and what shows the kept leads. */
export function fetchOfflineParts(): void {
  const parts = [
    import('#web/ui/toaster.tsx'),
    import('#web/ui/menu-panel.tsx'),
    import('#web/ui/popover-panel.tsx'),
    import('#web/features/follow-ups/follow-up-dialog.tsx'),
    import('#web/features/leads/leads-page.tsx'),
    import('#web/features/leads/lead-page.tsx'),
    import('#web/features/dashboard/dashboard-page.tsx'),
    import('#web/features/dashboard/today-reader.tsx'),
    import('#web/ui/virtual-list.tsx'),
  ];
  for (const part of parts) part.catch(() => {});
}

/** Hosted once by the shell, so that every page can open the dialog. */
export function FollowUpHost() {
  const request = useSyncExternalStore(followUpRequest.subscribe, followUpRequest.get);
  useRealtimeEvent('answer-sent', announce);
  useRealtimeEvent('answer-failed', announceFailure);
  return <FollowUpDialog open={request !== null} request={request} onClose={() => followUpRequest.set(null)} />;
}

/** Where the notice and the email of a reply lead. */
export function FeedbackByLink() {
  const [query, setQuery] = useSearchParams();
  const close = () => {
    query.delete('feedback');
    setQuery(query, { replace: true });
  };
  return <FeedbackDialog startsWithSent open={query.has('feedback')} onOpenChange={(open) => (open ? undefined : close())} />;
}
