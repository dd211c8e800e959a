/** A name as it is stored, or what is wrong with what was typed. */
export type NameReading = { name: string } | { problem: string };

const subredditPattern = /^[A-Za-z0-9_]{2,24}$/;
/** "r/Freelance" and links to it are "Freelance". */
export function readSubredditName(text: string): NameReading {
  const name = text
    .trim()
    .replace(/^https?:\/\/[^/]*reddit\.com/i, '')
    .replace(/^\/?r\//i, '')
    .replace(/\/.*$/, '');
  return subredditPattern.test(name) ? { name } : { problem: 'Invalid subreddit name' };
}

/** "forum.example.com/feed" is "https://forum.example.com/feed". */
export function readAddress(text: string, example: string): NameReading {
  const typed = text.trim();
  if (typed.length > 1000) return { problem: 'This address is too long' };
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d)/i.test(typed);
  const address = !hasScheme && /\.|:\d/.test(typed) ? `https://${typed}` : typed;
  const url = /^https?:\/\/\S+$/i.test(address) ? URL.parse(address) : null;
  if (!url) return { problem: `Enter an address such as ${example}` };
  if (url.username !== '' || url.password !== '') return { problem: 'Remove the user name from this address' };
  return { name: address.replace(/#.*$/, '') };
}

const stackSites: Readonly<Record<string, string>> = {
  'stackoverflow.com': 'stackoverflow',
  'superuser.com': 'superuser',
  'serverfault.com': 'serverfault',
  'askubuntu.com': 'askubuntu',
  'stackapps.com': 'stackapps',
  'mathoverflow.net': 'mathoverflow.net',
};
const stackName = /^([a-z0-9][a-z0-9.-]{1,60})(?:\/(\.?[\p{L}\p{N}][\p{L}\p{M}\p{N}.+#-]{0,60}))?$/u;
/** The name in the API of the site at a host, or of its meta site; null if it isn't one of Stack Exchange. */
function stackSiteAt(host: string): string | null {
  if (host.endsWith('.stackexchange.com')) return host.replace(/\.stackexchange\.com$/, '');
  const [own, name] = Object.entries(stackSites).find(([site]) => host === site || host.endsWith(`.${site}`)) ?? [];
  return own === undefined ? null : `${host.slice(0, -own.length)}${name}`;
}
/** "money.stackexchange.com", "money/taxes", and "https://money.stackexchange.com/questions/tagged/taxes" are "money" and "money/taxes". */
export function readStackName(text: string): NameReading {
  const typed = decoded(text.trim().toLowerCase())
    .replace(/[?].*$/, '')
    .replace(/\/+$/, '');
  const address = typed.replace(/^https?:\/\//, '').replace(/^www\./, '');
  const [host = '', ...rest] = address.split('/');
  const path = rest.join('/');
  const site = stackSiteAt(host);
  const tag = path === 'questions' ? '' : path.replace(/^questions\/tagged\//, '');
  const name = [site ?? host, ...(tag === '' ? [] : [tag])].join('/');
  // Other pages of a site aren't tags; a few sites are named like their host.
  const isRead = site === null ? typed === address : path === '' || path !== tag || host === site;
  return isRead && stackName.test(name)
    ? { name }
    : { problem: 'Enter a site such as softwarerecs, or a site and a tag such as stackoverflow/invoice' };
}
/** The host of a site by its name in the API. */
export function stackHostOf(site: string): string {
  const [own, name] = Object.entries(stackSites).find(([, one]) => site === one || site.endsWith(`.${one}`)) ?? [];
  return own === undefined || name === undefined ? `${site}.stackexchange.com` : `${site.slice(0, -name.length)}${own}`;
}
/** "money/taxes" is of "money.stackexchange.com". */
export const stackSite = (name: string): string => stackHostOf(name.split('/', 1)[0] ?? '');

/** "money/taxes" is "money.stackexchange.com, taxes". */
export function stackLabel(name: string): string {
  const tag = name.split('/', 2)[1];
  return tag === undefined ? stackSite(name) : `${stackSite(name)}, ${tag}`;
}
/** Pages that stand for their whole forum, and those that no stream can be made of. */
const forumPages = new Set(['latest', 'new', 'top', 'hot', 'categories', 'posts', 't', 'about', 'login', 'signup']);
const otherPages = new Set(['tag', 'tags', 'u', 'g', 'badges', 'filter']);
/** "https://forum.example.com/c/support/6/l/top" is "https://forum.example.com/c/support/6", and a topic's address that of its forum. */
export function readForumAddress(text: string): NameReading {
  const example = 'https://forum.example.com';
  const read = readAddress(text, example);
  const url = 'name' in read ? URL.parse(read.name) : null;
  if (!url) return read;
  const parts = url.pathname
    .replace(/\.(?:json|rss)$/, '')
    .split('/')
    .filter((part) => part !== '');
  const at = parts.findIndex((part) => part === 'c' || part === 'search' || forumPages.has(part) || otherPages.has(part));
  const base = [url.origin, ...(at < 0 ? parts : parts.slice(0, at))].join('/');
  const page = at < 0 ? undefined : parts[at];
  const problem = `Enter a forum, a category, or a search, such as ${example}/c/support/6`;
  if (page === undefined || forumPages.has(page)) return { name: base };
  if (page === 'search') {
    const q = url.searchParams.get('q')?.trim() ?? '';
    return q === '' || q.length > 200 ? { problem } : { name: `${base}/search?${new URLSearchParams({ q }).toString()}` };
  }
  const category = categoryIn(parts.slice(at + 1));
  return page === 'c' && category !== '' ? { name: `${base}/c/${category}` } : { problem };
}
/** "parent/child/6" of "parent/child/6/l/latest"; old addresses have no number. */
function categoryIn(parts: readonly string[]): string {
  const end = parts.findIndex((part) => part === 'l' || part === 'none' || part === 'all');
  return (end < 0 ? parts : parts.slice(0, end)).join('/');
}
/** "!name@example.com" and "https://example.com/c/name" are "example.com/c/name", "example.org/c/name@example.com" is that community as example.org shows it. */
export function readCommunityName(text: string): NameReading {
  const example = 'lemmy.world/c/smallbusiness';
  const typed = text.trim();
  const [, own, home] = /^(?:!|\/?c\/)?([\w-]{1,100})@([^\s/@]{1,253})$/.exec(typed) ?? [];
  const read = readAddress(own === undefined ? typed : `${home}/c/${own}`, example);
  const url = 'name' in read ? URL.parse(read.name) : null;
  if (!url) return read;
  const [, name, at] = /^\/c\/([\w-]{1,100})(?:@([a-z\d.:-]{1,253}))?(?:\/|$)/i.exec(decoded(url.pathname)) ?? [];
  if (name === undefined) return { problem: `Enter a community such as ${example}` };
  const host = at?.toLowerCase() ?? url.host;
  return { name: `${url.protocol === 'http:' ? 'http://' : ''}${url.host}/c/${name}${host === url.host ? '' : `@${host}`}` };
}
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Pages of GitHub that aren't below an owner's name. */
const githubPages = new Set(
  'about apps collections enterprise explore features issues login marketplace orgs pricing pulls search settings sponsors topics trending users'.split(
    ' ',
  ),
);
const githubName = /^[a-z\d][a-z\d_-]{0,49}\/(?!\.{1,2}$)[\w.-]{1,100}$/i;
/** "https://github.com/owner/name/issues" and "git@github.com:owner/name.git" are "owner/name". */
export function readGithubName(text: string): NameReading {
  const problem = 'Enter a repository such as owner/name';
  const path = text.trim().replace(/^(?:(?:https?:\/\/)?(?:www\.)?github\.com\/|git@github\.com:)/i, '');
  const [owner = '', repository = '', ...rest] = path.replace(/[?#].*$/, '').split('/');
  const isAddress = path !== text.trim();
  const name = `${owner}/${repository.replace(/\.git$/i, '')}`;
  const isNamed = githubName.test(name) && !(isAddress && githubPages.has(owner.toLowerCase()));
  return isNamed && (isAddress || rest.join('') === '') ? { name } : { problem };
}
/** Of a repository, as people see it: a bare name could be taken for a subreddit's. */
export const githubLabel = (name: string): string => `github.com/${name}`;
/** The text of "https://github.com/search?q=invoice+tool&type=issues", or a text as it is, without what could widen it beyond public issues. */
export function readGithubSearch(text: string): NameReading {
  const typed = text.trim();
  const isAddress = /^(?:https?:\/\/)?(?:www\.)?github\.com\//i.test(typed);
  const url = isAddress ? URL.parse(typed.replace(/^(?!https?:)/i, 'https://')) : null;
  const name = (isAddress ? (url?.searchParams.get('q') ?? '') : typed)
    .replaceAll(/[()]/g, ' ')
    .replaceAll(/\b(?:is|type|visibility|created|sort):\S*/gi, ' ')
    .replaceAll(/\bor\b/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const isElsewhere = !isAddress && /^[a-z][a-z\d+.-]*:\/\//i.test(typed);
  const isText = !isElsewhere && /[\p{L}\p{N}]/u.test(name) && name.length <= 200;
  return isText ? { name } : { problem: 'Enter at most 200 characters to search for, such as invoice tool' };
}
