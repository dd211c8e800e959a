import type { EventName, EventPayload } from '#shared/events.ts';
import type { Say } from './say.ts';

type Announcers = { [E in EventName]?: (payload: EventPayload<E>, say: Say) => void };

/** Toasts for live events. Texts and durations (milliseconds) are fixed. */
export const announcers: Announcers = {
  'scrape-start': (_, say) => say.info('Monitoring started for campaign', 3000),
  'scrape-progress': ({ subreddit, leads }, say) => {
    if (leads > 0) say.info(`Found ${leads} new leads in r/${subreddit}`, 4000);
  },
  'scrape-complete': ({ totalPosts, totalComments, newLeads }, say) =>
    say.success(`Analysis complete: ${totalPosts} posts, ${totalComments} comments, ${newLeads} new leads`),
  'scrape-error': ({ error }, say) => say.error(`Monitoring error: ${error}`),
  'reddit-ended': ({ message }, say) => say.error(message),
  'new-lead': ({ lead }, say) =>
    say.info(`New lead found: u/${lead.redditUsername} (${lead.confidence}${lead.unconfirmed ? ', unconfirmed' : ''})`),
};
