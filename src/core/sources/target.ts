import { createHash } from 'node:crypto';
import { feedLabel, fullnameAt } from '#shared/origin.ts';
import { githubLabel, readStackName, stackHostOf } from '#shared/stream-names.ts';
import type { FetchedItem } from '#core/platform/item.ts';
import { parseRedditLink, redditHome } from '#core/reddit/client/links.ts';
import { labelOf as forumLabel, nameOf as topicName } from './discourse/discourse.ts';
import { nameOf as lemmyName } from './lemmy/views.ts';

/** What a link in an alert, or to what a user reads, stands for: the same as the item has when it is read at its source. */
export type Target = Pick<FetchedItem, 'fullname' | 'kind' | 'subreddit' | 'permalink' | 'linkFullname'> & { site: string };

/** Where a link of a mail leads, if the mail says so: nothing is requested. Null for what isn't an address on the web. */
export function unwrapLink(href: string): URL | null {
  let url = URL.parse(href);
  for (let step = 0; step < 4 && url; step += 1) {
    const inner = innerOf(url);
    if (inner === null) break;
    url = URL.parse(inner);
  }
  return url && /^https?:$/.test(url.protocol) && url.username === '' ? url : null;
}

const redirects =
  /^(?:www\.)?google\.[a-z.]{2,6}$|(?:^|\.)(?:f5bot|syften|octolens)\.com$|(?:^|\.)(?:redditmail\.com|awstrack\.me)$|^out\.reddit\.com$/;
const parameters = ['url', 'q', 'u', 'target', 'redirect', 'to'];

function innerOf({ hostname, pathname, searchParams }: URL): string | null {
  if (!redirects.test(hostname)) return null;
  const given = parameters.map((name) => searchParams.get(name)).find((value) => value !== null && /^https?:\/\//i.test(value));
  if (given !== undefined) return given;
  // Amazon's and Reddit's own trackers have it in the path: /L0/https:%2F%2Fwww.reddit.com%2F….
  const [, encoded] = /^\/[A-Z]{1,2}\d\/(https?(?::|%3A)[^/]{3,4000})/i.exec(pathname) ?? [];
  try {
    return encoded === undefined ? null : decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

const hackerNews = 'Hacker News';
const lobsters = 'lobste.rs';

function onReddit(url: URL): Target | null {
  const link = parseRedditLink(url.href);
  if (link?.kind !== 'thread') return null;
  const { postId, commentId } = link;
  const subreddit = /^\/r\/(\w{2,24})\//.exec(url.pathname)?.[1] ?? '';
  const base = { subreddit, site: 'reddit.com', permalink: `${redditHome}${url.pathname}` };
  if (commentId === null) return { ...base, fullname: `t3_${postId}`, kind: 'post', linkFullname: null };
  return { ...base, fullname: `t1_${commentId}`, kind: 'comment', linkFullname: `t3_${postId}` };
}

function onHackerNews({ hostname, pathname, searchParams }: URL): Target | null {
  const id = searchParams.get('id') ?? '';
  if (hostname !== 'news.ycombinator.com' || pathname !== '/item' || !/^\d{1,12}$/.test(id)) return null;
  const permalink = `https://news.ycombinator.com/item?id=${id}`;
  return { fullname: fullnameAt('hackernews', id), kind: 'post', subreddit: hackerNews, permalink, linkFullname: null, site: hackerNews };
}

function onLobsters({ hostname, pathname }: URL): Target | null {
  const [, id] = /^\/s\/([a-z0-9]{1,12})(?:\/|$)/.exec(pathname) ?? [];
  if (hostname !== lobsters || id === undefined) return null;
  const permalink = `https://${lobsters}/s/${id}`;
  return { fullname: fullnameAt('lobsters', id), kind: 'post', subreddit: lobsters, permalink, linkFullname: null, site: lobsters };
}

function onStackExchange({ host, pathname }: URL): Target | null {
  const [, id] = /^\/(?:questions|q)\/(\d{1,12})(?:\/|$)/.exec(pathname) ?? [];
  const site = id === undefined ? null : readStackName(`https://${host}`);
  if (!site || !('name' in site) || stackHostOf(site.name) !== host) return null;
  const permalink = `https://${host}/q/${id}`;
  return {
    fullname: fullnameAt('stackexchange', `${site.name}.${id}`),
    kind: 'post',
    subreddit: host,
    permalink,
    linkFullname: null,
    site: host,
  };
}

function onGithub({ hostname, pathname }: URL): Target | null {
  const [, repo, part, number] = /^\/([\w-]{1,100}\/[\w.-]{1,100})\/(issues|discussions)\/(\d{1,15})\/?$/.exec(pathname) ?? [];
  if (hostname !== 'github.com' || repo === undefined) return null;
  const fullname = fullnameAt('github', `${repo.toLowerCase()}/${part}/${number}`);
  return {
    fullname,
    kind: 'post',
    subreddit: githubLabel(repo),
    permalink: `https://github.com${pathname}`,
    linkFullname: null,
    site: 'github.com',
  };
}

const tracking = /^(?:utm_\w{1,40}|fbclid|gclid|mc_[ce]id|ref_source|ref_campaign|correlation_id|\$deep_link)$/;

/** Any other page, which is the same whatever its address says about who came from where. */
function anywhere(url: URL, ownMark = ''): Target {
  const page = new URL(url);
  page.hash = '';
  const marks = page.searchParams.keys().filter((name) => tracking.test(name));
  for (const name of marks.toArray()) page.searchParams.delete(name);
  const host = page.host.replace(/^www\./, '');
  const key = createHash('sha256')
    .update(`${host}${page.pathname.replace(/\/$/, '')}${page.search}${ownMark}`)
    .digest('hex')
    .slice(0, 24);
  return {
    fullname: fullnameAt('feed', key),
    kind: 'post',
    subreddit: feedLabel('', host),
    permalink: page.href,
    linkFullname: null,
    site: host,
  };
}

function onDiscourse({ origin, host, pathname }: URL): Target | null {
  const [, path = '', id] = /^(.{0,200}?)\/t\/(?:[^/]{1,300}\/)?(\d{1,12})\/?$/.exec(pathname) ?? [];
  if (id === undefined) return null;
  const base = `${origin}${path}`;
  const permalink = `${base}/t/${id}`;
  return { fullname: topicName(base, Number(id)), kind: 'post', subreddit: forumLabel(base), permalink, linkFullname: null, site: host };
}

function onLemmy({ origin, host, pathname }: URL): Target | null {
  const [, part, id] = /^\/(post|comment)\/(\d{1,12})\/?$/.exec(pathname) ?? [];
  if (id === undefined) return null;
  const kind = part === 'comment' ? 'comment' : 'post';
  return {
    fullname: lemmyName({ base: origin, kind, id: Number(id) }),
    kind,
    subreddit: feedLabel('', host),
    permalink: `${origin}/${kind}/${id}`,
    linkFullname: null,
    site: host,
  };
}

/** Forums at addresses of their own. */
const bySoftware = { discourse: onDiscourse, lemmy: onLemmy };

const atSource = (url: URL): Target | null =>
  onReddit(url) ?? onHackerNews(url) ?? onLobsters(url) ?? onStackExchange(url) ?? onGithub(url);

export const targetOf = (url: URL): Target => atSource(url) ?? anywhere(url);

/** One of several texts of a page. */
interface OnPage extends Pick<FetchedItem, 'kind' | 'body'> {
  software: keyof typeof bySoftware | null;
}

/** The same for a text of a page. A comment without an address of its own is told apart by its text. */
export function targetOnPage(url: URL, { kind, body, software }: OnPage): Target {
  const known = atSource(url) ?? (software === null ? null : bySoftware[software](url));
  if (known && (known.kind === kind || known.site === hackerNews)) return { ...known, kind };
  if (kind === 'post') return anywhere(url);
  const target = anywhere(url, url.hash || `#${createHash('sha256').update(body).digest('hex')}`);
  return { ...target, kind, permalink: `${target.permalink}${url.hash}` };
}
