import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '#core/platform/actor.ts';
import type { Core } from '#core/open.ts';
import { competitorInputSchema, type CompetitorDiscovery } from '#shared/competitors.ts';
import { ingestItems, makeItem, makeUser } from '#test/support/factories.ts';
import { makeCore } from '#test/support/make-core.ts';
import { sites } from '#test/support/sites.ts';
import { namedIn, namedInPath } from './named.ts';

let made: Awaited<ReturnType<typeof makeCore>>;
let core: Core;
let ada: Actor & { kind: 'user' };
let server: ReturnType<typeof createServer>;
let url: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  made = await makeCore({ security: { allowPrivateHosts: ['127.0.0.1'] } });
  core = made.core;
  ada = await makeUser(core, 'ada');
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await made.close();
});

const serve = (pages: Record<string, string>) => {
  answer = (request, response) => {
    const page = pages[request.url ?? '/'];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page ?? 'nothing');
  };
};
const discover = (): Promise<CompetitorDiscovery> => core.insights.competitors.discover(ada, `${url}/`);
const namesOf = ({ candidates }: CompetitorDiscovery) => candidates.map(({ name }) => name);

describe('five websites', () => {
  test('bare HTML: its name, what it does, and competitors from text, headings and addresses, each with where it was seen', async () => {
    serve(sites.bare);
    const found = await discover();
    expect(found.site).toMatchObject({ name: 'Paperboat', about: 'Invoices and quotes for freelancers', pages: 3 });
    expect(namesOf(found)).toEqual(expect.arrayContaining(['Quillbill', 'Ledgerly', 'Invoice Ninja']));
    expect(namesOf(found)).not.toEqual(expect.arrayContaining(['Paperboat']));
    const seen = found.candidates.find(({ name }) => name === 'Quillbill')?.seen[0];
    expect(seen).toMatchObject({
      where: 'site',
      quote: expect.stringContaining('Quillbill') as string,
      url: expect.stringContaining(url) as string,
    });
  });

  test('a shell that a script would fill says what its head says', async () => {
    serve(sites.shell);
    expect(await discover()).toMatchObject({ site: { name: 'Shellwork', about: 'Scheduling for clinics' }, candidates: [] });
  });

  test('a huge page is refused, or read within bounds, and nothing hangs', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<title>Huge</title><body>');
      const more = (): void => {
        while (!response.destroyed && response.write(`<p>${'words and words '.repeat(4000)}</p>`));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    await expect(discover()).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('German: names beside German words', async () => {
    serve(sites.german);
    const found = await discover();
    expect(found.site.name).toBe('Rechnungsboot');
    expect(namesOf(found)).toEqual(expect.arrayContaining(['Lexfix', 'Sevbill']));
  });

  test('a hostile one: names are text, scripts are not read, another host is not asked', async () => {
    serve(sites.hostile);
    const found = await discover();
    expect(JSON.stringify([found.site.name, found.candidates])).not.toMatch(/<script|onerror|169\.254/);
    for (const { name, seen } of found.candidates) {
      expect(name.length).toBeLessThanOrEqual(100);
      for (const { url: where } of seen) expect(where === null || where.startsWith(url)).toBe(true);
    }
  });
});

test('offers the firms that a page names, and neither its own product nor parts', async () => {
  serve({
    '/': `<title>Crema Clinic | Espresso machine repair</title><meta property="og:site_name" content="Crema Clinic">
      <body><h1>Espresso machine repair</h1><h2>Pump Replacement</h2><h2>Boiler vs Pump</h2>
      <p>Did you buy your machine from Whole Latte Love or Seattle Coffee Gear? We repair it all the same.
      <p>Customers tell us that Crema Clinic charges less than the maker. Gasket replacement takes a day.`,
  });
  const names = namesOf(await discover());
  expect(names).toEqual(expect.arrayContaining(['Whole Latte Love', 'Seattle Coffee Gear']));
  expect(names.filter((name) => /pump|boiler|gasket|crema|clinic/i.test(name))).toEqual([]);
});

describe('a website that is not there', () => {
  test.each([
    ['another status', (_: IncomingMessage, response: ServerResponse) => void response.writeHead(503).end()],
    [
      'no page',
      (_: IncomingMessage, response: ServerResponse) => void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
    ],
    ['a dropped connection', (request: IncomingMessage) => void request.socket.destroy()],
    [
      'a way into the network',
      (_: IncomingMessage, response: ServerResponse) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ],
    [
      'an endless chain',
      (_: IncomingMessage, response: ServerResponse) => void response.writeHead(302, { location: `/${Math.random()}` }).end(),
    ],
  ])('%s gives the same short error', async (_, respond) => {
    answer = respond;
    await expect(discover()).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('an address that is none is refused by the contract', async () => {
    await expect(core.insights.competitors.discover(ada, 'http://10.0.0.1/')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('what was fetched', () => {
  const say = (number: number, title: string) => makeItem(number, core.now(), { title, body: 'For invoices and quotes of freelancers.' });
  test('adds whom several people name beside such things, with their words and link', async () => {
    serve(sites.bare);
    await ingestItems(core, [
      say(1, 'Billfold vs Quillbill for a studio?'),
      say(2, 'Any alternative to Billfold?'),
      say(3, 'Switched from Onceonly to paper'),
      say(4, 'I like turtles'),
    ]);
    const found = await discover();
    const billfold = found.candidates.find(({ name }) => name === 'Billfold');
    expect(billfold).toMatchObject({
      count: 2,
      seen: [{ where: 'heard', url: expect.stringContaining('reddit.com') as string }, { where: 'heard' }],
    });
    expect(namesOf(found)).not.toContain('Onceonly');
  });

  test('leaves out talk about other things', async () => {
    serve(sites.bare);
    const other = (number: number) =>
      makeItem(number, core.now(), { title: 'Marvelous vs Batmania, who wins?', body: 'Just curious about comics here.' });
    await ingestItems(core, [other(1), other(2), other(3)]);
    expect(namesOf(await discover())).not.toEqual(expect.arrayContaining(['Marvelous']));
  });

  test('does not offer the user’s own product, under any of its names', async () => {
    serve(sites.bare);
    await core.insights.competitors.create(ada, competitorInputSchema.parse({ name: 'Billfold', aliases: ['Fold Invoices'], own: true }));
    const posts = [
      'Billfold vs Quillbill?',
      'Any alternative to Billfold Pro?',
      'Fold Invoices vs Quillbill',
      'Paperboat Pro vs Quillbill',
    ];
    await ingestItems(
      core,
      [...posts, ...posts].map((title, index) => say(index + 1, title)),
    );
    expect(namesOf(await discover()).filter((name) => /fold|paperboat/i.test(name))).toEqual([]);
  });

  test('marks who is in the list already', async () => {
    serve(sites.bare);
    await core.insights.competitors.create(ada, competitorInputSchema.parse({ name: 'quillbill' }));
    expect((await discover()).candidates.find(({ name }) => name === 'Quillbill')?.known).toBe(true);
  });
});

describe('names in a text', () => {
  test.each([
    ['Trello vs Asana', ['Trello', 'Asana']],
    ['an alternative to Trello, Asana and Monday.com for teams', ['Trello', 'Asana', 'Monday.com']],
    ['We switched from Google Calendar Sync to this', []],
    ['switching from Invoice Ninja because of price', ['Invoice Ninja']],
    ['the best Trello alternative', ['Trello']],
    ['Most people order from Whole Latte Love or Seattle Coffee Gear and wait two weeks.', ['Whole Latte Love', 'Seattle Coffee Gear']],
    ['Unlike big shops such as Whole Latte Love, we repair what we sell.', ['Whole Latte Love']],
    ['Seattle Coffee Gear charges 90 dollars for the same part.', ['Seattle Coffee Gear']],
    ['the best Whole Latte Love alternative', ['Whole Latte Love']],
    ['We are from New York and like it.', []],
    ['Pump replacement from 80 dollars', []],
    ['Boiler vs. Pump: what breaks first?', []],
    ['Water Pump Replacement', []],
    ['Wave vs Notion', ['Wave', 'Notion']],
    ['versus the others', []],
    ['vs. Our plan', []],
    ['', []],
  ])('“%s” names %j', (text, names) => {
    expect(
      namedIn(text)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(names.toSorted());
  });
  test.each([
    ['/alternatives/trello', 'Trello'],
    ['/vs/invoice-ninja', 'Invoice Ninja'],
    ['/compare/us-vs-trello', 'Trello'],
    ['/blog/trello-alternatives', 'Trello'],
    ['/pricing', null],
    ['/', null],
  ])('%s names %s', (path, name) => {
    expect(namedInPath(path)).toBe(name);
  });
  test('hostile text ends soon', () => {
    for (const text of ['vs '.repeat(50_000), 'A'.repeat(200_000), 'Aa vs '.repeat(30_000), `alternative to ${'Aa, '.repeat(50_000)}`])
      expect(Array.isArray(namedIn(text))).toBe(true);
  });
});
