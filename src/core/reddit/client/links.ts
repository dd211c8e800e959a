import { cleanText } from '#core/text/clean.ts';

/** Base URL of links for users, independent of the configured API host. */
export const redditHome = 'https://www.reddit.com';

/** A link to a thread or a comment, or a share link whose target only Reddit knows. */
export type RedditLink = { kind: 'thread'; postId: string; commentId: string | null } | { kind: 'share'; path: string };

const redditHost = /^(?:[a-z0-9-]+\.)?reddit\.com$/;
const id = '([0-9a-z]{1,13})';
const threadPath = new RegExp(`^(?:/(?:r|u|user)/[^/]+)?/comments/${id}(?:/[^/]*(?:/${id})?)?/?$`);
const commentPath = new RegExp(`^(?:/(?:r|u|user)/[^/]+)?/comments/${id}/comment/${id}/?$`);
const sharePath = /^\/(?:r|u|user)\/[A-Za-z0-9_-]+\/s\/[A-Za-z0-9]+\/?$/;
const shortPath = new RegExp(`^/${id}/?$`);

/** Parses a URL of reddit.com (any subdomain) or redd.it; null for any other text. */
export function parseRedditLink(text: string): RedditLink | null {
  const url = urlOf(text);
  if (!url) return null;
  const host = url.hostname.toLowerCase().replace(/\.$/, '');
  if (host === 'redd.it' || host === 'www.redd.it') return threadOf(shortPath.exec(url.pathname.toLowerCase()));
  if (!redditHost.test(host)) return null;
  if (sharePath.test(url.pathname)) return { kind: 'share', path: url.pathname };
  const path = url.pathname.toLowerCase();
  return threadOf(commentPath.exec(path) ?? threadPath.exec(path));
}

function threadOf(match: RegExpExecArray | null): RedditLink | null {
  const [, postId, commentId] = match ?? [];
  return postId ? { kind: 'thread', postId, commentId: commentId ?? null } : null;
}

function urlOf(text: string): URL | null {
  const trimmed = text.trim();
  if (/\s/.test(trimmed) || trimmed.length > 2000) return null;
  const url = URL.parse(/^https?:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  return url && !url.username && !url.password ? url : null;
}

/** Absolute URL for Reddit's `permalink` (a path or absolute); null if it isn't on Reddit. */
export function absolutePermalink(value: unknown): string | null {
  const url = typeof value === 'string' && value !== '' ? URL.parse(cleanText(value, 2000), redditHome) : null;
  if (!url || !redditHost.test(url.hostname)) return null;
  return `${redditHome}${url.pathname}`;
}

const titleInPath = new RegExp(`(/comments/${id})/[^/]+/(?=${id}/?$)`);

/** The link to a comment without the words of its thread's title. */
export const withoutTitle = (permalink: string): string => permalink.replace(titleInPath, '$1/_/');

/** An HTTP(S) URL; null for `javascript:` and the like. */
export function webAddress(value: unknown): string | null {
  const url = typeof value === 'string' && value !== '' ? URL.parse(cleanText(value, 4000), redditHome) : null;
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}
