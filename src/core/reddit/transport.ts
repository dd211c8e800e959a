import { openInstead } from '#shared/reddit-access.ts';
import type { RedditConfig } from './client/client.ts';

type Chosen = Pick<RedditConfig, 'source' | 'clientId'>;

/** What reads Reddit by configuration; null: nothing. Feeds have to be chosen: Reddit's own have ended. */
export function transportOf({ source, clientId }: Chosen): 'api' | 'rss' | null {
  if (source === 'rss') return 'rss';
  return source !== 'off' && clientId !== '' ? 'api' : null;
}

const reasons = {
  auto: 'this instance has no Reddit app, and Reddit accepts no new ones',
  api: 'reddit.source is api, but reddit.clientId is empty',
  off: 'reddit.source is off',
};

/** Why nothing reads Reddit, with what is open instead; null if something does. */
export function whyOff(config: Chosen): string | null {
  if (transportOf(config) !== null || config.source === 'rss') return null;
  return `Reddit isn't read: ${reasons[config.source]}. ${openInstead} work without it.`;
}

/** One of Reddit's own servers, not a gateway. */
export const isReddit = (url: string): boolean => /(?:^|\.)reddit\.com$/.test(URL.parse(url)?.hostname ?? '');

export const feedsEnded =
  'Reddit ended its feeds on November 13, 2026. Set reddit.source to auto, or reddit.wwwUrl to a gateway that serves them';
