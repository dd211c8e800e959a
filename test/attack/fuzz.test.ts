import fc from 'fast-check';
import cron from 'node-cron';
import type { IncomingMessage, ServerResponse } from 'node:http';
import ipaddr from 'ipaddr.js';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDeviceTokens } from '#core/accounts/tokens.ts';
import { pageOf } from '#core/ai/website/page.ts';
import { readFeed } from '#core/sources/feeds/read-feed.ts';
import { readFileItems } from '#core/sources/files/file.ts';
import { isPublicAddress } from '#core/platform/http/network.ts';
import { checkTarget, RefusedTarget } from '#core/platform/http/target.ts';
import { itemsMatching, searchTerms } from '#core/platform/db/text-search.ts';
import { compileMatcher } from '#core/scoring/match/matcher.ts';
import { parseRule } from '#core/scoring/rules/parse.ts';
import { createHostCheck } from '#server/host-check.ts';
import { makeCore } from '#test/support/make-core.ts';
import { makeItem } from '#test/support/factories.ts';
import { times } from '#test/support/torture.ts';
import { parseMarkdown, safeLink } from '#web/features/inbox/reader/markdown-tree.ts';

const runs = { numRuns: times(300, 100_000), seed: 1414, endOnFailure: true };
const timeout = times(600_000, 3_600_000);

/** Text that is mostly made of what the parser reacts to. */
const madeOf = (...pieces: string[]): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...pieces) },
        fc.string({ maxLength: 8, unit: 'binary' }),
        fc.string({ maxLength: 4 }),
      ),
      {
        maxLength: 24,
      },
    )
    .map((parts) => parts.join(''));
/** Undefined if the claims hold for every text. */
function counterexample(text: fc.Arbitrary<string>, read: (text: string) => void): unknown {
  const { failed, counterexample: found, errorInstance } = fc.check(fc.property(text, read), runs);
  return failed ? [found, errorInstance] : undefined;
}
async function laterCounterexample(text: fc.Arbitrary<string>, read: (text: string) => Promise<void>): Promise<unknown> {
  const { failed, counterexample: found, errorInstance } = await fc.check(fc.asyncProperty(text, read), runs);
  return failed ? [found, errorInstance] : undefined;
}
function claim(isTrue: boolean): void {
  if (!isTrue) throw new Error('The claim is false');
}

const item = makeItem(1, Date.UTC(2026, 10, 21));

describe('parser', () => {
  test('of rules points into the rule, or returns one that can be matched', { timeout }, () => {
    const rule = madeOf(
      '(',
      ')',
      '"',
      ' OR ',
      ' AND ',
      ' NOT ',
      '-',
      '*',
      'title:',
      'body:',
      'author:',
      'lang:',
      'site:',
      'invoice',
      'a',
      ' ',
      '~',
      '\\',
      'é',
      'ß',
      '\u200d',
    );
    const found = counterexample(rule, (text) => {
      const parsed = parseRule(text);
      // Compiling is slow, so not each rule is compiled.
      if (parsed.ok && text.length % 16 === 0) compileMatcher([{ id: 'one', rules: [{ text }] }]).match(item);
      if (!parsed.ok) for (const { column } of parsed.errors) claim(column >= 1 && column <= text.length + 1);
    });
    expect(found).toBeUndefined();
  });

  test('of schedules accepts only what can be matched', { timeout }, () => {
    const schedule = madeOf('*', '/', '-', ',', ' ', '0', '5', '59', '60', '23', '31', '7', 'mon', 'jan', 'L', '#', '?', '@daily', '99999');
    const found = counterexample(schedule, (text) => {
      if (!cron.validate(text)) return;
      const task = cron.createTask(text, () => undefined, { timezone: 'UTC' });
      expect(typeof task.match(new Date(Date.UTC(2026, 10, 21)))).toBe('boolean');
    });
    expect(found).toBeUndefined();
  });

  test('of feeds fails with a reason, or yields text and web links', { timeout }, () => {
    const document = madeOf(
      '<rss><channel>',
      '<feed>',
      '<item>',
      '<entry>',
      '</item>',
      '</entry>',
      '</channel></rss>',
      '</feed>',
      '<title>',
      '</title>',
      '<link href="',
      '"/>',
      '<guid>',
      '</guid>',
      '<![CDATA[',
      ']]>',
      '&lt;',
      '&#0;',
      '&#x202e;',
      'javascript:alert(1)',
      'https://x.example/',
      '<author>a@b.example (A)</author>',
      '<!--',
      '-->',
      '<?xml version="1.0"?>',
      '__proto__',
      '<__proto__>',
      '</__proto__>',
      '<constructor/>',
      '<!DOCTYPE a>',
    );
    const escaped = (text: string) => text.replaceAll(/[<>\p{C}]|&(?!lt;|amp;|#)/gu, '.');
    const sound = document.map(
      (text) =>
        `<rss><channel><item><title>${escaped(text)}</title><link>${escaped(text)}</link><guid>${escaped(text)}</guid></item></channel></rss>`,
    );
    const found = counterexample(fc.oneof(document, sound), (text) => {
      const reading = readFeed({ text, feedUrl: 'https://x.example/feed', url: 'https://x.example/feed', now: 0 });
      const items = 'failure' in reading ? [] : reading.items.filter((one) => one !== null);
      if ('failure' in reading) claim(reading.failure !== '');
      for (const { permalink, title, body, author } of items) {
        expect(permalink ?? 'https:').toMatch(/^https?:/);
        expect(`${title}${body}`.isWellFormed() && !`${title}${body}${author}`.includes('\0')).toBe(true);
      }
    });
    expect(found).toBeUndefined();
  });

  test('of imports yields clean items, or names the line', { timeout }, async () => {
    const file = madeOf(
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      ';',
      '\t',
      '"',
      '\n',
      '\r\n',
      '"title"',
      '"body"',
      '"id"',
      '"t3_abc"',
      'title,body\n',
      'null',
      '1e999',
      '\\u0000',
      '\\ud800',
      '\ufeff',
      '__proto__',
      '"__proto__":',
      '{"title":"a","subreddit":"b"}\n',
      '[[[[',
      '\0',
    );
    const found = await laterCounterexample(file, async (text) => {
      async function* input() {
        yield Buffer.from(text);
      }
      for (const entry of await Array.fromAsync(readFileItems({ input: input() }))) {
        if ('bad' in entry) claim((entry.bad.line ?? 1) >= 1 && entry.bad.message !== '');
        else claim(`${entry.item.title}${entry.item.body}`.isWellFormed() && !`${entry.item.title}${entry.item.body}`.includes('\0'));
      }
    });
    expect(found).toBeUndefined();
    expect(({} as Record<string, unknown>)['title']).toBeUndefined();
  });

  test('of Markdown returns a tree whose links are safe', { timeout }, () => {
    const post = madeOf(
      '*',
      '**',
      '_',
      '`',
      '```\n',
      '[',
      '](',
      ')',
      '![',
      '<',
      '>',
      '> ',
      '- ',
      '1. ',
      '|',
      '\n',
      '\n\n',
      '~~',
      '\\',
      '&amp;',
      '&#x6a;',
      'javascript:alert(1)',
      '//evil.example',
      'http://',
      'u/a',
      '<script>',
      '    ',
      '# ',
      '---|---\n',
      '[^1]',
    );
    const found = counterexample(post, (text) => {
      const open = [...(parseMarkdown(text)?.children ?? [])] as { type: string; url?: string; children?: never[] }[];
      for (let node = open.pop(); node; node = open.pop()) {
        open.push(...(node.children ?? []));
        if (node.url !== undefined) claim(/^(?:https?|mailto):/.test(safeLink(node.url) ?? 'https:'));
      }
    });
    expect(found).toBeUndefined();
  });

  test('of web pages returns short, well-formed texts', { timeout }, () => {
    const html = madeOf(
      '<div>',
      '</div>',
      '<p',
      '>',
      '<h1>',
      '</h1>',
      '<title>',
      '<a href="',
      '">',
      '<script>',
      '</script>',
      '<!--',
      '-->',
      '<![CDATA[',
      '&amp;',
      '&#0;',
      '&#x110000;',
      '<meta name="description" content="',
      '<svg>',
      '<template>',
      '</',
      '<',
      '=',
      '"',
    );
    const found = counterexample(html, (text) => {
      const { title, description, headings, text: body } = pageOf(text);
      for (const part of [title, description, ...headings]) expect(part.length <= 300 && part.isWellFormed()).toBe(true);
      expect(body.length).toBeLessThan(20_400);
    });
    expect(found).toBeUndefined();
  });

  test('of addresses calls no private one', { timeout }, () => {
    const url = madeOf(
      'http://',
      'https://',
      'file:',
      'javascript:',
      '127.0.0.1',
      '[::1]',
      '[::ffff:7f00:1]',
      '0x7f.1',
      '2130706433',
      '017700000001',
      'localhost',
      '169.254.169.254',
      '10.0.0.1',
      'example.com',
      '.',
      ':80',
      ':22',
      '@',
      '#',
      '?',
      '/',
      '\\',
      '%2e',
      '。',
      '①',
      '[64:ff9b::7f00:1]',
      '\t',
      ' ',
    );
    const found = counterexample(url, (text) => {
      try {
        const { hostname, protocol } = checkTarget(text, { allowPrivateHosts: [], ports: [80, 443] }).url;
        const host = hostname.replaceAll(/^\[|\]$/g, '');
        expect(protocol).toMatch(/^https?:$/);
        expect(!ipaddr.isValid(host) || isPublicAddress(host)).toBe(true);
      } catch (error) {
        // A `TypeError` is the URL parser's.
        if (!(error instanceof RefusedTarget) && !(error instanceof TypeError)) throw error;
      }
    });
    expect(found).toBeUndefined();
  });

  test('of Host headers accepts only names that no one else can register', { timeout }, () => {
    const isOwn = createHostCheck({ http: { publicUrl: 'https://leads.example.com', host: '127.0.0.1' } });
    const host = madeOf(
      'leads.example.com',
      'evil.example',
      'localhost',
      '.',
      ':',
      '3000',
      '@',
      '/',
      '[',
      ']',
      '::1',
      '127.0.0.1',
      '#',
      '?',
      '%',
      '\\',
      '.local',
      '-',
      '。',
    );
    const found = counterexample(host, (text) => {
      if (!isOwn({ headers: { host: text } } as IncomingMessage)) return;
      const name = new URL(`http://${text}`).hostname.replaceAll(/^\[|\]$|\.$/g, '');
      const isLocal = !name.includes('.') || /\.(?:local|localhost|internal|home\.arpa|lan)$/.test(name);
      expect(name === 'leads.example.com' || ipaddr.isValid(name) || isLocal).toBe(true);
    });
    expect(found).toBeUndefined();
  });

  test('of cookies reads any header, and takes no forged device', { timeout }, async () => {
    const app = new Koa();
    const key = new Uint8Array(32).fill(7);
    const devices = createDeviceTokens({ key, now: () => 0 });
    const [head = '', claims = ''] = (await devices.issue({ id: 1, security_stamp: 1 })).split('.');
    const header = madeOf('earshot_device', '=', ';', ' ', ',', '"', head, claims, '.', 'eyJhbGciOiJub25lIn0', 'e30', '__proto__', '%00');
    const found = await laterCounterexample(header, async (cookie) => {
      const request = { headers: { cookie }, socket: {} } as IncomingMessage;
      const token = app.createContext(request, {} as ServerResponse).cookies.get('earshot_device') ?? null;
      claim((await devices.read(token, 1)) === null);
    });
    expect(found).toBeUndefined();
  });
});

describe('search', () => {
  let made: Awaited<ReturnType<typeof makeCore>>;
  beforeAll(async () => void (made = await makeCore()));
  afterAll(() => made.close());

  test('runs any query', { timeout }, async () => {
    const query = madeOf(
      '"',
      '*',
      '(',
      ')',
      ':',
      '^',
      '-',
      '+',
      ' AND ',
      ' OR ',
      ' NOT ',
      'NEAR(',
      'title:',
      'owners:',
      'u1',
      '\0',
      '\ud800',
      "'",
      ';',
      '--',
      '%',
      '_',
      '\\',
      'zebra',
      ' ',
      '😀',
    );
    const found = await laterCounterexample(query, async (text) => {
      const terms = searchTerms(text);
      if (terms !== null) claim((await itemsMatching(made.core.db, terms, '1').limit(5)).length === 0);
    });
    expect(found).toBeUndefined();
  });
});
