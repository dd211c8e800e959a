import { findName } from '../competitors/reading/mention.ts';

/** Names under which a user follows a product; the first one is shown. */
export type ProductNames = readonly string[];

const linkPattern = /https?:\/\/([^\s/?#<>"'()[\]\\]{1,253})/gi;
/** What people link to without selling it. */
const elsewhere = [
  'reddit.com',
  'redd.it',
  'imgur.com',
  'youtube.com',
  'youtu.be',
  'wikipedia.org',
  'archive.org',
  'ycombinator.com',
  'stackexchange.com',
  'stackoverflow.com',
  'gstatic.com',
];
const isIn = (host: string, site: string): boolean => host === site || host.endsWith(`.${site}`);
const maxNamed = 3;

interface Said {
  body: string;
  links?: readonly string[] | undefined;
  /** Of the page it stands on, which links to itself. */
  permalink: string | null;
}

/** Which sites a comment links to, and which of these products it names. */
export function pitchesIn({ body, links = [], permalink }: Said, products: readonly ProductNames[]): string[] {
  const own = URL.parse(permalink ?? '')?.hostname.replace(/^www\./, '');
  const hosts = [body, ...links]
    .flatMap((text) => [...text.matchAll(linkPattern)].map(([address]) => URL.parse(address)?.hostname.replace(/^www\./, '')))
    .filter((host) => host !== undefined && host !== own && host.includes('.') && !elsewhere.some((site) => isIn(host, site)));
  const lower = body.toLowerCase();
  const named = products.flatMap((names) =>
    findName(
      lower,
      names.map((name) => name.toLowerCase()),
      0,
    )
      ? names.slice(0, 1)
      : [],
  );
  return [...new Set([...named, ...hosts.filter((host) => host !== undefined)])].slice(0, maxNamed);
}
