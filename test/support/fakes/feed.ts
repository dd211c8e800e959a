/** An entry of a feed; absent fields are left out of the document. */
export interface Entry {
  id?: string;
  title?: string;
  text?: string;
  link?: string;
  author?: string;
  date?: string;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const element = (name: string, text: string | undefined): string => (text === undefined ? '' : `<${name}>${escaped(text)}</${name}>`);

/** RSS 2.0 (https://www.rssboard.org/rss-specification). */
export const rss = (title: string, entries: readonly Entry[]): string =>
  `<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${element('title', title)}<link>https://example.com/</link><description/>${entries
    .map(
      ({ id, title: name, text, link, author, date }) =>
        `<item>${element('guid', id)}${element('title', name)}${element('description', text)}${element('link', link)}${element('dc:creator', author)}${element('pubDate', date)}</item>`,
    )
    .join('')}</channel></rss>`;

/** Atom (RFC 4287). */
export const atom = (title: string, entries: readonly Entry[]): string =>
  `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom">${element('title', title)}<id>urn:feed</id>${entries
    .map(
      ({ id, title: name, text, link, author, date }) =>
        `<entry>${element('id', id)}${element('title', name)}<content type="html">${escaped(text ?? '')}</content>${link === undefined ? '' : `<link rel="alternate" href="${escaped(link)}"/>`}${author === undefined ? '' : `<author>${element('name', author)}</author>`}${element('published', date)}</entry>`,
    )
    .join('')}</feed>`;

/** RSS 1.0 (https://web.resource.org/rss/1.0/spec). */
export const rdf = (title: string, entries: readonly Entry[]): string =>
  `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="https://example.com/">${element('title', title)}</channel>${entries
    .map(
      ({ id = '', title: name, text, link, author, date }) =>
        `<item rdf:about="${escaped(id)}">${element('title', name)}${element('link', link)}${element('description', text)}${element('dc:creator', author)}${element('dc:date', date)}</item>`,
    )
    .join('')}</rdf:RDF>`;
