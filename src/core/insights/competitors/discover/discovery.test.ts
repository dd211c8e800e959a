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

describe('websites', () => {
  test('finds name, description, and competitors in plain HTML, each competitor with its source', async () => {
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

  test('reads the head of a page whose body is rendered by a script', async () => {
    serve(sites.shell);
    expect(await discover()).toMatchObject({ site: { name: 'Shellwork', about: 'Scheduling for clinics' }, candidates: [] });
  });

  test('gives up on an endless page', async () => {
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

  test('finds competitors in German text', async () => {
    serve(sites.german);
    const found = await discover();
    expect(found.site.name).toBe('Rechnungsboot');
    expect(namesOf(found)).toEqual(expect.arrayContaining(['Lexfix', 'Sevbill']));
  });

  test('treats names as text, ignores scripts, and links to no other host', async () => {
    serve(sites.hostile);
    const found = await discover();
    expect(JSON.stringify([found.site.name, found.candidates])).not.toMatch(/<script|onerror|169\.254/);
    for (const { name, seen } of found.candidates) {
      expect(name.length).toBeLessThanOrEqual(100);
      for (const { url: where } of seen) expect(where === null || where.startsWith(url)).toBe(true);
    }
  });
});

test("suggests companies named on a page, but not the site's own product or spare parts", async () => {
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

describe('an unreachable website', () => {
  test.each([
    ['an error status', (_: IncomingMessage, response: ServerResponse) => void response.writeHead(503).end()],
    [
      'a PDF',
      (_: IncomingMessage, response: ServerResponse) => void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
    ],
    ['a dropped connection', (request: IncomingMessage) => void request.socket.destroy()],
    [
      'a redirect into the private network',
      (_: IncomingMessage, response: ServerResponse) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    ],
    [
      'an endless redirect chain',
      (_: IncomingMessage, response: ServerResponse) => void response.writeHead(302, { location: `/${Math.random()}` }).end(),
    ],
  ])('reports %s as unavailable', async (_, respond) => {
    answer = respond;
    await expect(discover()).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('reports a private address as unavailable', async () => {
    await expect(core.insights.competitors.discover(ada, 'http://10.0.0.1/')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('fetched posts', () => {
  const say = (number: number, title: string) => makeItem(number, core.now(), { title, body: 'For invoices and quotes of freelancers.' });
  test('add products that several posts on the topic name, with quotes and links', async () => {
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

  test('are ignored when they are about another topic', async () => {
    serve(sites.bare);
    const other = (number: number) =>
      makeItem(number, core.now(), { title: 'Marvelous vs Batmania, who wins?', body: 'Just curious about comics here.' });
    await ingestItems(core, [other(1), other(2), other(3)]);
    expect(namesOf(await discover())).not.toEqual(expect.arrayContaining(['Marvelous']));
  });

  test("never add the user's own product under any of its names", async () => {
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

  test('mark competitors that are already in the list', async () => {
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
    ['You can order the beans online and pay via American Express.', []],
    ['Our shop sells beans; we accept payments through American Express and ship with Royal Mail Tracked.', []],
    ['We buy with American Express because American Express charges less here.', []],
    ['I bought it via Whole Latte Love.', ['Whole Latte Love']],
    ['the best Whole Latte Love alternative', ['Whole Latte Love']],
    ['We are from New York and like it.', []],
    ['Pump replacement from 80 dollars', []],
    ['Boiler vs. Pump: what breaks first?', []],
    ['Water Pump Replacement', []],
    ['Wave vs Notion', ['Wave', 'Notion']],
    ['versus the others', []],
    ['vs. Our plan', []],
    ['', []],
  ])('finds in “%s”: %j', (text, names) => {
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
  ])('finds in the path %s: %s', (path, name) => {
    expect(namedInPath(path)).toBe(name);
  });
  test('handles very long repetitive text', () => {
    for (const text of ['vs '.repeat(50_000), 'A'.repeat(200_000), 'Aa vs '.repeat(30_000), `alternative to ${'Aa, '.repeat(50_000)}`])
      expect(Array.isArray(namedIn(text))).toBe(true);
  });
});
