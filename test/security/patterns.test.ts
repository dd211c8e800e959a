import { describe, expect, test } from 'vitest';
import { readCommunityName } from '#shared/stream-names.ts';
import { readJson, plainLine } from '#core/ai/answers/read-json.ts';
import { withoutLinks } from '#core/ai/drafts.ts';
import { locateQuotes } from '#core/ai/score/ask-batch.ts';
import { listAudiences, listPainPoints } from '#core/ai/proposal/head.ts';
import { readLanguage } from '#core/ai/proposal/language.ts';
import { buyersIn, readOwnWords } from '#core/ai/proposal/own-words.ts';
import { modelCopy, talksToModel } from '#core/ai/prompts/fence.ts';
import { parseEntries } from '#core/discovery/blacklist/service.ts';
import { readKeywordList } from '#core/inbox/campaigns/keyword-list.ts';
import { createPhraseReader } from '#core/inbox/learning/phrases.ts';
import { namedIn } from '#core/insights/competitors/discover/named.ts';
import { readMention } from '#core/insights/competitors/reading/mention.ts';
import { pitchesIn } from '#core/insights/threads/service.ts';
import { oneLine } from '#core/notifications/plain.ts';
import { placeholderPoint, unknownClaims } from '#core/replies/check/service.ts';
import { describeWriting } from '#core/replies/voice/service.ts';
import { waitMs } from '#core/replies/outbox/comment-reply.ts';
import { textsIn } from '#core/platform/language.ts';
import { searchTerms } from '#core/platform/db/text-search.ts';
import { finish } from '#core/platform/slices.ts';
import { readBackground } from '#core/text/background.ts';
import { linesOfHtml, linesOfText } from '#core/sources/mail/lines.ts';
import { readEntries } from '#core/sources/mail/read-mail.ts';
import { alertServices } from '#core/sources/mail/services.ts';
import { linksInHtml, readEntryHtml, textOfHtml, textOfMarkdown } from '#core/text/html-text.ts';
import { parseRedditLink } from '#core/reddit/client/links.ts';
import { checkRules } from '#core/scoring/rules/parse.ts';
import { createFolder } from '#core/text/fold.ts';
import { shorten } from '#core/text/sentences.ts';
import { deniedIn, isForBusinessesOnly, splitOffer, withoutDenied } from '#core/trades/offered.ts';
import { cleanText } from '#core/text/clean.ts';
import { pageOf } from '#core/ai/website/page.ts';
import { promotionOf } from '#core/reddit/subreddits/promotion.ts';
import { toneOf } from '#core/replies/vibe/service.ts';

/** Five times Reddit's longest text: anything quadratic wouldn't finish within the timeout. */
const length = 200_000;
const pieces = [
  ' ',
  '\t',
  '\u00a0',
  '\n',
  'a',
  '0',
  '.',
  '-',
  '/',
  '"',
  "'",
  '(',
  '[',
  '<',
  '![',
  '](',
  '&',
  '*',
  'a ',
  'a.',
  'a-',
  ' \n',
  '. ',
  'http://',
  'u/',
  'i g ',
  '0.',
  '""',
  '\\',
  '{',
  '<a',
  '&#',
  'vs ',
];
const hostile = pieces.map((piece) => `a${piece.repeat(Math.ceil(length / piece.length)).slice(0, length)}x`);

const phrases = createPhraseReader(readBackground);

const rule = (text: string) => ({
  number: 1,
  name: text.slice(0, 20_000),
  text,
  violation: text.slice(0, 20_000),
  description: text,
  kind: 'all',
});

/** Everything that parses text from users, models, or websites with regular expressions. */
const readers: Record<string, (text: string) => unknown> = {
  'text of a feed': (text) => readEntryHtml(`<div class="md"><pre><code>${text.replaceAll(/[<&]/g, ' ')}</code></pre></div>`),
  'text of HTML': (text) => [textOfHtml(text), textOfHtml(`<p>${text}</p>`)],
  'links in HTML': (text) => [linksInHtml(text), linksInHtml(`<a href="https://${text}">`)],
  'text of Markdown': (text) => textOfMarkdown(text),
  'the name of a community': (text) => [readCommunityName(text), readCommunityName(`https://lemmy.world/c/${text}`)],
  ...Object.fromEntries(
    alertServices.map((service) => [
      `an alert mail of ${service.name}`,
      (text: string) => [
        readEntries(service, linesOfText(text), 0),
        readEntries(service, linesOfHtml(`<a href="https://example.com/a">A title of words</a>${text}`), 0),
      ],
    ]),
  ),
  'a page of a website': (text) => pageOf(`<h1>${text}</h1><p>${text}</p><a href="${text}">x</a>`),
  'names on a website': (text) => namedIn(text),
  'products named in a comment': (text) => pitchesIn({ body: `Quillbill https://${text}`, permalink: null }, [['Quillbill']]),
  'a mention of a competitor': (text) => readMention(['Quillbill'], { title: 'Quillbill?', body: `Quillbill ${text}` }),
  'claims of a reply': (text) => [unknownClaims(text.slice(0, 20_000), text), placeholderPoint({ text })],
  'a way of writing': (text) => describeWriting([text.slice(0, 10_000), text.slice(0, 2000), text.slice(0, 500)]),
  'a quoted sentence': (text) => shorten(text, { most: 170, counted: 100_000 }),
  'words to a model': (text) => talksToModel(text),
  'the copy for a model': (text) => modelCopy(text, 1600, 'some_author'),
  'the answer of a model': (text) => (readJsonOrNothing(text), plainLine(text, 200)),
  'a draft of a model': (text) => withoutLinks(text),
  'quotes of a model': (text) => locateQuotes([text], { kind: 'post', title: 'x', body: text.slice(0, 40_000) }),
  'phrases of a marked post': (text) => finish(phrases.sharedSteps([{ title: text, body: text }], 1)),
  'a folded text': (text) => createFolder()(cleanText(text)),
  'a line of a mail': (text) => oneLine(text),
  'rules of a campaign': (text) => checkRules(text.slice(0, 100_000)),
  'words to search for': (text) => searchTerms(text),
  'what another program said, in German': (text) => [
    textsIn('de').sent(`Reddit rejected it: ${text}`),
    textsIn('de').sent(text),
    textsIn('de').reason(text),
  ],
  'a pasted link': (text) => parseRedditLink(`https://www.reddit.com/r/${text}`),
  'a refusal of Reddit': (text) => waitMs(text, null),
  'rules of a community': (text) => promotionOf('freelance', [rule(text)] as never),
  'keywords of another tool': (text) => [
    readKeywordList(text.slice(0, 100_000)),
    readKeywordList(`Keyword,Flags\n${text.slice(0, 100_000)}`),
  ],
  'a blacklist': (text) => parseEntries(text),
  'what is offered, and for whom': (text) => [
    splitOffer(text),
    withoutDenied(text, 'en'),
    deniedIn(text, 'en'),
    isForBusinessesOnly(text, 'en'),
    isForBusinessesOnly(text, 'pt'),
  ],
  'what one offers': (text) => [listAudiences(text.slice(0, 5000)), listPainPoints(text.slice(0, 5000))],
  'what only one offer says': (text) =>
    (['en', 'de', 'es'] as const).map((speech) => [
      readOwnWords([], { text, speech, except: new Set() }, readLanguage()),
      buyersIn(text, speech),
    ]),
  'one’s own words': (text) => toneOf(text),
};

function readJsonOrNothing(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return null;
  }
}

describe('parsing hostile text', () => {
  test.each(Object.entries(readers))('finishes within the time limit: %s', { timeout: 20_000 }, (_, read) => {
    for (const text of hostile) {
      read(text);
      expect(text.length).toBeGreaterThan(length);
    }
  });

  test('finishes within the time limit: elements that nest without end', { timeout: 20_000 }, () => {
    const nested = '<ul>'.repeat(2 * length);
    expect([readEntryHtml(`<div class="md">text${nested}</div>`).text, textOfHtml(`text${nested}`)]).toEqual(['text', 'text']);
  });

  const deep = '<div>'.repeat(900);
  test.each(['</x>', '<p>', '<hr>', '<br>', '<'])(
    'finishes within the time limit: 5 MB of %j below 900 elements, again and again',
    { timeout: 20_000 },
    (piece) => {
      const html = deep + piece.repeat(5_000_000 / piece.length);
      for (let text = 0; text < 20; text += 1) expect(textOfHtml(html).length).toBeLessThan(length);
    },
  );
});
