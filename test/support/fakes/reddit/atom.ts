import { pathOf } from './things.ts';
import { fullname, type Thing, type World } from './world.ts';

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const isoOf = (time: number) => new Date(time).toISOString().replace(/\.\d+Z$/, '+00:00');
const site = 'https://www.reddit.com';

/** Rendered Markdown in Reddit's wrapper, with the footer of every post entry. */
function contentOf(world: World, thing: Thing): string {
  const paragraphs = escapeXml(thing.text)
    .replaceAll("'", '&#39;')
    .split(/\n{2,}/)
    .map((part) => `<p>${part}</p>`)
    .join(' ');
  const body = `<!-- SC_OFF --><div class="md">${paragraphs} </div><!-- SC_ON -->`;
  if (thing.kind === 't1') return body;
  const page = site + pathOf(world, thing);
  const footer = ` &#32; submitted by &#32; <a href="${site}/user/${thing.author}"> /u/${thing.author} </a> <br/> <span><a href="${thing.url ?? page}">[link]</a></span> &#32; <span><a href="${page}">[comments]</a></span>`;
  return thing.url === null ? body + footer : `<table> <tr><td>${footer} </td></tr> </table>`;
}

function entryOf(world: World, thing: Thing): string {
  const title = thing.kind === 't3' ? thing.title : `/u/${thing.author} on ${world.get(thing.link ?? '').title}`;
  const published = thing.kind === 't3' ? `<published>${isoOf(thing.createdAt)}</published>` : '';
  return (
    `<entry><author><name>/u/${thing.author}</name><uri>${site}/user/${thing.author}</uri></author>` +
    `<category term="${thing.subreddit}" label="r/${thing.subreddit}"/>` +
    `<content type="html">${escapeXml(contentOf(world, thing))}</content><id>${fullname(thing)}</id>` +
    `<link href="${site}${pathOf(world, thing)}"/><updated>${isoOf(thing.createdAt)}</updated>${published}` +
    `<title>${escapeXml(title)}</title></entry>`
  );
}

/** A listing as Atom: no scores, no comment counts, and no link to the next page. */
export function atomFeed(world: World, path: string, things: readonly Thing[]): string {
  const head = `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">`;
  const about = `<updated>${isoOf(things[0]?.createdAt ?? 0)}</updated><id>${escapeXml(path)}</id><title>newest</title>`;
  return `${head}${about}${things.map((thing) => entryOf(world, thing)).join('')}</feed>`;
}
