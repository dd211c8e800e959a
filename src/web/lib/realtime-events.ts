import type { EventName, EventPayload } from '#shared/events.ts';
import type { Log } from './log.ts';
import type { ShowToast } from './show-toast.ts';
import { authorLabel, communityLabel } from '#shared/labels.ts';
import { t, tSent } from './language.ts';
import { createSignal, type Signal } from './cell.ts';

type Announcers = { [E in EventName]?: (payload: EventPayload<E>, showToast: ShowToast) => void };

/** Toasts for live events. Texts and durations (milliseconds) are fixed. */
const announcers: Announcers = {
  'scrape-start': (_, showToast) => showToast.info(t('Monitoring started for campaign'), 3000),
  'scrape-progress': ({ subreddit, leads }, showToast) => {
    if (leads > 0)
      showToast.info(
        t('Found {leads, plural, one {# new lead} other {# new leads}} in {subreddit}', { leads, subreddit: communityLabel(subreddit) }),
        4000,
      );
  },
  'scrape-complete': ({ totalPosts, totalComments, newLeads }, showToast) =>
    showToast.success(
      t(
        'Analysis complete: {totalPosts, plural, one {# post} other {# posts}}, {totalComments, plural, one {# comment} other {# comments}}, {newLeads, plural, one {# new lead} other {# new leads}}',
        { totalPosts, totalComments, newLeads },
      ),
    ),
  'scrape-error': ({ error }, showToast) => showToast.error(t('Monitoring error: {error}', { error: tSent(error) })),
  'reddit-ended': ({ message }, showToast) => showToast.error(tSent(message)),
  'new-lead': ({ lead }, showToast) =>
    showToast.info(
      t('New lead found: {redditUsername} ({confidence})', {
        redditUsername: authorLabel(lead.redditUsername),
        confidence: lead.confidence,
      }),
    ),
};

interface Parts {
  showToast: ShowToast;
  log: Log;
  /** Gets the path prefixes of cached reads that are out of date. */
  onStale: (keys: readonly string[]) => void;
}

export interface RealtimeEvents {
  /** Returns a function that unsubscribes. */
  on: <E extends EventName>(event: E, handler: (payload: EventPayload<E>) => void) => () => void;
  /** Passes an event on to its listeners, if there are any. */
  receive: (event: string, payload: unknown) => void;
}

/** An announcer without the type of its event, which a loop over all of them can't keep. */
type Announce = (payload: unknown, showToast: ShowToast) => void;

/** The map is loaded with the first fact, because the first view doesn't need it. If it can't be loaded, everything is stale. */
async function markChanged(changed: readonly string[], onStale: Parts['onStale']): Promise<void> {
  const map = await import('./stale-keys.ts').catch(() => null);
  onStale(map ? map.staleKeysOf(changed) : ['/']);
}

/** Handles the server's events: shows toasts, marks stale data and notifies listeners. */
export function createRealtimeEvents({ showToast, log, onStale }: Parts): RealtimeEvents {
  const signals = new Map<string, Signal<unknown>>();
  const on: RealtimeEvents['on'] = (event, handler) => {
    const signal = signals.get(event) ?? createSignal();
    signals.set(event, signal);
    return signal.listen((payload) => handler(payload as never));
  };

  for (const event of Object.keys(announcers) as EventName[]) {
    on(event, (payload) => (announcers[event] as Announce | undefined)?.(payload, showToast));
  }
  on('stale', ({ keys }) => void markChanged(keys, onStale));
  on('system-health', (payload) => log.info(`System health: ${JSON.stringify(payload)}`));
  on('cleanup-complete', (payload) => log.info(`Cleanup complete: ${JSON.stringify(payload)}`));
  return { on, receive: (event, payload) => signals.get(event)?.send(payload) };
}
