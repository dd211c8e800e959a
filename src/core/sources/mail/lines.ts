import { Parser } from 'htmlparser2';

/** A line of a mail, with the links in it. */
export interface MailLine {
  text: string;
  links: MailLink[];
}
export interface MailLink {
  href: string;
  /** Its words; of a bare address, nothing. */
  label: string;
}

const unseen = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'head', 'title']);
const breaks = new Set('p div ul ol li blockquote pre table tr td th section article h1 h2 h3 h4 h5 h6 hr br center'.split(' '));
/** The parser's time grows with the depth, and no alert is as long or deep as this. */
const maxDepth = 500;
const maxHtml = 2_000_000;
const maxLines = 50_000;

/** Splits HTML into its visible lines. */
class Lines {
  readonly lines: MailLine[] = [];
  #text = '';
  #links: MailLink[] = [];
  #hidden = 0;
  #anchor: MailLink | null = null;

  open(name: string, attributes: Record<string, string>): void {
    if (unseen.has(name)) this.#hidden += 1;
    if (breaks.has(name)) this.#end();
    const { href } = attributes;
    if (name === 'a' && href !== undefined && href.length <= 4000) {
      this.#anchor = { href, label: '' };
      this.#links.push(this.#anchor);
    }
  }

  text(text: string): void {
    if (this.#hidden > 0) return;
    const flat = text.replaceAll(/\s{1,100}/g, ' ');
    this.#text += flat;
    if (this.#anchor) this.#anchor.label += flat;
  }

  close(name: string): void {
    if (unseen.has(name)) this.#hidden = Math.max(0, this.#hidden - 1);
    // A card that is one link holds several lines: all of them are its words.
    if (name === 'a') this.#anchor = null;
    if (breaks.has(name)) this.#end();
  }

  #end(): void {
    const text = this.#text.trim();
    if ((text !== '' || this.#links.length > 0) && this.lines.length < maxLines) this.lines.push({ text, links: this.#links.map(trimmed) });
    this.#text = '';
    this.#links = this.#anchor === null ? [] : [{ ...this.#anchor, label: '' }];
    this.#anchor = this.#links[0] ?? null;
  }

  done(): MailLine[] {
    this.#end();
    return this.lines;
  }
}
const trimmed = ({ href, label }: MailLink): MailLink => ({ href, label: label.trim() });

export function linesOfHtml(html: string): MailLine[] {
  const lines = new Lines();
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (depth > maxDepth) parser.pause();
      else lines.open(name, attributes);
    },
    ontext: (text) => lines.text(text),
    onclosetag(name) {
      depth -= 1;
      lines.close(name);
    },
  });
  parser.end(html.slice(0, maxHtml));
  return lines.done();
}

const address = /https?:\/\/[^\s<>"]{1,4000}/gi;

const bracketed = /<https?:\/\/[^\s<>"]{1,4000}>/gi;

/** Lines of plain text; an address, in angle brackets or not, is a link without words. */
export function linesOfText(text: string): MailLine[] {
  return text
    .slice(0, maxHtml)
    .split('\n', maxLines)
    .flatMap((row) => {
      const links = [...row.matchAll(address)].map(([href]) => ({ href: href.replace(/[).,;'\]]{1,5}$/, ''), label: '' }));
      const shown = row
        .replaceAll(bracketed, ' ')
        .replaceAll(/\s{1,100}/g, ' ')
        .trim();
      // An address amid words is part of the text.
      const words = shown.replaceAll(address, '').trim() === '' ? '' : shown;
      return words === '' && links.length === 0 ? [] : [{ text: words, links }];
    });
}
