import { communityLabel } from '#shared/origin.ts';
import type { EventName, EventPayload } from '#shared/events.ts';
import { counted } from './format.ts';
import type { ShowToast } from './show-toast.ts';

type Announcers = { [E in EventName]?: (payload: EventPayload<E>, showToast: ShowToast) => void };

/** Toasts for live events. Texts and durations (milliseconds) are fixed. */
export const announcers: Announcers = {
  'scrape-start': (_, showToast) => showToast.info('Monitoring started for campaign', 3000),
  'scrape-progress': ({ subreddit, leads }, showToast) => {
    if (leads > 0) showToast.info(`Found ${counted(leads, 'new lead')} in ${communityLabel(subreddit)}`, 4000);
  },
  'scrape-complete': ({ totalPosts, totalComments, newLeads }, showToast) =>
    showToast.success(
      `Analysis complete: ${counted(totalPosts, 'post')}, ${counted(totalComments, 'comment')}, ${counted(newLeads, 'new lead')}`,
    ),
  'scrape-error': ({ error }, showToast) => showToast.error(`Monitoring error: ${error}`),
  'reddit-ended': ({ message }, showToast) => showToast.error(message),
  'new-lead': ({ lead }, showToast) =>
    showToast.info(`New lead found: u/${lead.redditUsername} (${lead.confidence}${lead.unconfirmed ? ', unconfirmed' : ''})`),
};
