import { XMLBuilder } from 'fast-xml-parser';
import type { Lead } from '#shared/leads.ts';

const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true });

/** XML 1.0 can't represent these characters, not even escaped. */
const clean = (text: string): string =>
  [...text.toWellFormed()]
    .filter((char) => char >= ' ' || char === '\n' || char === '\t')
    .join('')
    .replaceAll(/[\uFFFE\uFFFF]/g, '');

const isWeb = (address: string | null | undefined): address is string => /^https?:\/\//i.test(address ?? '');

function entryOf(lead: Lead) {
  const [best] = lead.posts;
  const title = best?.title || `u/${lead.redditUsername}`;
  return {
    id: `urn:earshot:lead:${lead.id}`,
    title: clean(`${lead.confidence} · ${title}`),
    updated: lead.firstSeenAt,
    author: { name: clean(lead.redditUsername === '' ? 'unknown' : `u/${lead.redditUsername}`) },
    ...(isWeb(best?.permalink) && { link: { '@href': clean(best.permalink) } }),
    summary: clean(best ? `${best.reason} (r/${best.subreddit})` : ''),
  };
}

/** An Atom feed (RFC 4287) of a campaign's leads, in the order given. */
export function atomOf({ id, name, leads, updated }: { id: string; name: string; leads: readonly Lead[]; updated: string }): string {
  const feed = {
    '@xmlns': 'http://www.w3.org/2005/Atom',
    id: `urn:earshot:campaign:${id}`,
    title: clean(`${name}: leads`),
    updated: leads[0]?.firstSeenAt ?? updated,
    entry: leads.map(entryOf),
  };
  return `<?xml version="1.0" encoding="utf-8"?>${builder.build({ feed })}`;
}
