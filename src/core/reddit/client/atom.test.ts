import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redditReplies } from '#test/support/fixtures.ts';
import { readFeed } from './atom.ts';
import { RedditFailure } from './failure.ts';

const load = (name: string) => readFileSync(new URL(`atom/${name}`, redditReplies), 'utf8');

describe('a captured feed', () => {
  it("has each entry's subreddit, time, author, and text", () => {
    const { items, refused } = readFeed(load('listing_multireddit.xml'));
    expect(refused).toBe(0);
    expect(items).toMatchObject([
      {
        fullname: 't3_a000101',
        subreddit: 'SaaS',
        author: 'redditor_0023',
        title: 'Looking for advice on early customer discovery',
        body: 'We are three months in and still guessing at who our first ten customers should be.\n\nWhat actually worked for you at this stage?',
        createdAt: Date.UTC(2026, 7, 8, 11, 17, 43),
        permalink: 'https://www.reddit.com/r/SaaS/comments/a000101/looking_for_advice_on_early_customer_discovery/',
        url: null,
      },
      { fullname: 't3_a000102', body: '', url: 'https://example.invalid/launch', createdAt: Date.UTC(2026, 7, 8, 11, 5) },
      {
        fullname: 't3_a000103',
        subreddit: 'startups',
        body: "Don't copy a competitor's price list.\n\nHere is what we measured instead.",
        createdAt: Date.UTC(2026, 7, 8, 10, 42, 19),
      },
    ]);
  });

  it('may be empty, but not truncated', () => {
    expect(readFeed(load('empty.xml'))).toEqual({ items: [], refused: 0 });
    expect(() => readFeed(load('malformed.xml'))).toThrow(RedditFailure);
  });
});

describe('readFeed', () => {
  const entry = (inner: string) => `<feed xmlns="http://www.w3.org/2005/Atom"><entry>${inner}</entry></feed>`;
  const whole =
    '<id>t1_abc</id><author><name>/u/ann</name></author><category term="a" label="r/a"/><title>/u/ann on Which CRM on earth?</title><link href="https://www.reddit.com/r/a/comments/def/which/abc/"/><updated>2026-08-08T11:00:00+00:00</updated><content type="html">&lt;div class="md"&gt;&lt;p&gt;This &amp;amp; that&lt;/p&gt;&lt;/div&gt;</content>';

  it('gives a comment its thread and thread title', () => {
    expect(readFeed(entry(whole)).items).toMatchObject([
      { kind: 'comment', title: 'Which CRM on earth?', linkFullname: 't3_def', body: 'This & that', author: 'ann' },
    ]);
  });

  it.each([
    ['no id', /<id>.*?<\/id>/],
    ['no time', /<updated>.*?<\/updated>/],
  ])('skips and counts an entry with %s', (_, part) => {
    expect(readFeed(entry(whole.replace(part, '')))).toEqual({ items: [], refused: 1 });
  });

  it('reads an entry however deep it is nested, and the others', () => {
    const deep = `${'&lt;blockquote&gt;'.repeat(5000)}x`;
    const feed = `<feed><entry>${whole.replace(/<content.*/, `<content>${deep}</content>`)}</entry><entry>${whole}</entry></feed>`;
    expect(readFeed(feed)).toMatchObject({ items: [{ fullname: 't1_abc' }, { fullname: 't1_abc' }], refused: 0 });
  });

  it('does not expand entities from a DTD', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(500)}"><!ENTITY c "${'&b;'.repeat(500)}">]>${entry(whole.replace('Which CRM', '&c;'))}`;
    const titles = (() => {
      try {
        return readFeed(bomb).items.map(({ title }) => title.length);
      } catch {
        return [];
      }
    })();
    expect(titles.every((length) => length <= 300)).toBe(true);
  });

  it('returns items or throws RedditFailure for any input', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<feed>',
        '</feed>',
        '<entry>',
        '</entry>',
        whole,
        '<id>t3_a</id>',
        '<![CDATA[',
        ']]>',
        '<!--',
        '-->',
        '&amp;',
        '<content>',
        '</content>',
        '<title/>',
      ),
      fc.string(),
    );
    const isHandled = (pieces: string[]) => {
      try {
        return Array.isArray(readFeed(pieces.join('')).items);
      } catch (error) {
        return error instanceof RedditFailure;
      }
    };
    const result = fc.check(fc.property(fc.array(piece, { maxLength: 12 }), isHandled), { numRuns: 2000, seed: 69 });
    expect(result.counterexample).toBeNull();
  });
});
