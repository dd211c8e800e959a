import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { Campaign, Coverage } from '#shared/campaigns.ts';
import type { Post } from '#shared/posts.ts';
import { invoicing } from '#test/support/factories.ts';
import { startImapServer } from '#test/support/fakes/imap.ts';
import { makeServer } from '#test/support/serve.ts';
import { systemActor } from '#core/platform/actor.ts';
import { parseConfig } from '#core/platform/config.ts';
import { type Reading, type Stream, streamKey } from '#core/reddit/stream.ts';
import type { Watermark } from '../source.ts';
import { createAlerts, securityOf } from './alerts.ts';

const stream: Stream = { kind: 'alerts', name: 'Alert emails' };
const start = Date.UTC(2026, 10, 27, 12);
const never = new AbortController().signal;
const mailOf = (name: string): string => readFileSync(`test/fixtures/alert-mails/${name}.eml`, 'latin1');

async function begin(settings: object = {}, timeoutMs = 60_000) {
  const server = await startImapServer();
  onTestFinished(() => server.close());
  const clock = { now: start };
  const config = parseConfig({ alerts: { host: '127.0.0.1', port: server.port, user: 'ada', password: 'right', ...settings } });
  const source = createAlerts({ config, now: () => clock.now }, timeoutMs);
  const marks = new Map<string, Watermark>();
  const read = async (signal = never): Promise<Reading> => {
    const [reading] = await Array.fromAsync(source.read({ streams: [stream], watermarks: marks, signal }));
    if (!reading) throw new Error('nothing was read');
    if (reading.state === 'ok') marks.set(streamKey(stream), { newest: reading.newest, known: new Set(), cursor: reading.cursor ?? null });
    return reading;
  };
  return { server, clock, marks, read };
}
const namesIn = (reading: Reading): string[] => (reading.state === 'ok' ? reading.items.map(({ fullname }) => fullname) : []);

test('reads new alerts once, oldest first, and leaves the mailbox as it is', async () => {
  const { server, clock, read } = await begin();
  server.deliver(mailOf('f5bot-text'), start - 60 * 86_400_000);
  server.deliver(mailOf('octolens-mention'), start);
  server.deliver('From: bob@example.org\nTo: ada@example.org\nSubject: Lunch?\n\nAt noon.\n', start);
  const first = await read();
  expect(first).toMatchObject({ state: 'ok', newest: Date.UTC(2026, 10, 27, 9, 12, 44), refused: 0 });
  expect(first).not.toHaveProperty('error');
  expect(namesIn(first)).toEqual(['t3_1oct0l']);
  expect(namesIn(await read())).toEqual([]);
  clock.now += 60_000;
  server.deliver(mailOf('reddit-reply'), clock.now);
  expect(namesIn(await read())).toEqual(['t1_n1a2b3c']);
  expect(
    server.commands.filter((command) => /^(?:SELECT|UID STORE|STORE|EXPUNGE|UID EXPUNGE|MOVE|UID MOVE|APPEND|CLOSE)/i.test(command)),
  ).toEqual([]);
  expect(server.commands.filter((command) => /BODY\[/.test(command))).toEqual([]);
});

test('reads a mailbox again whose numbers are others, and never more of it than the last 30 days', async () => {
  const { server, read } = await begin();
  server.deliver(mailOf('reddit-digest'), start - 40 * 86_400_000);
  expect(namesIn(await read())).toEqual([]);
  server.deliver(mailOf('f5bot-text'), start);
  expect(namesIn(await read())).toHaveLength(2);
  server.state.uidValidity = 8;
  server.mails.unshift({ uid: 0, at: start - 40 * 86_400_000, source: mailOf('f5bot-html') });
  expect(namesIn(await read())).toEqual(['t3_1pl41n', 't1_lq0001x']);
  expect(namesIn(await read())).toEqual([]);
});

test('reads many mails in rounds without losing one', async () => {
  const { server, read } = await begin();
  for (let index = 0; index < 650; index += 1) server.deliver(mailOf('reddit-reply').replaceAll('n1a2b3c', `c${index}`), start);
  const rounds = [await read(), await read(), await read(), await read()].map((reading) => namesIn(reading));
  expect(rounds.map((names) => names.length)).toEqual([300, 300, 50, 0]);
  expect(rounds.flat()).toEqual(Array.from({ length: 650 }, (_, index) => `t1_c${index}`));
});

test('holds at most 50 MB of mails at a time, and downloads none that is too large', async () => {
  const { server, read } = await begin();
  const padded = (id: string, bytes: number) => `${mailOf('reddit-reply').replaceAll('n1a2b3c', id)}<!--${'x'.repeat(bytes)}-->`;
  for (let index = 0; index < 11; index += 1) server.deliver(padded(`c${index}`, 4_900_000), start);
  for (let index = 0; index < 2; index += 1) server.deliver(padded('large', 6_000_000), start);
  const first = await read();
  expect(namesIn(first)).toEqual(Array.from({ length: 10 }, (_, index) => `t1_c${index}`));
  expect(first).not.toHaveProperty('error');
  expect(await read()).toMatchObject({ items: [{ fullname: 't1_c10' }], refused: 2, error: '2 emails are larger than 5 MB' });
  const fetched = server.commands.flatMap((command) => /^UID FETCH (\S+) .*BODY/i.exec(command)?.[1] ?? []);
  expect(fetched).toEqual([expect.stringMatching(/^1[:,]/), '11']);
}, 60_000);

test('says that a service changed its form until one of its mails can be read again', async () => {
  const { server, read } = await begin();
  const changed = mailOf('f5bot-text').replaceAll(/https?:/g, 'x:');
  for (let count = 0; count < 3; count += 1) server.deliver(changed, start);
  const line = '3 emails of F5Bot had no entries that could be read. If it changed its form, please report it.';
  expect(await read()).toMatchObject({ state: 'ok', items: [], refused: 3, error: line });
  expect(await read()).toMatchObject({ state: 'ok', items: [], refused: 0, error: line });
  server.deliver(mailOf('f5bot-text'), start);
  expect(await read()).not.toHaveProperty('error');
});

test('leaves out a mail that is larger than an alert, and goes on behind it', async () => {
  const { server, read } = await begin();
  server.deliver(`${mailOf('f5bot-text')}${'x'.repeat(6 * 1024 * 1024)}`, start);
  server.deliver(mailOf('octolens-mention'), start);
  const reading = await read();
  expect(namesIn(reading)).toEqual(['t3_1oct0l']);
  expect(reading).toMatchObject({ error: 'Email 1 is larger than 5 MB' });
});

test.each([
  [{ password: 'wrong' }, 'unauthorized', 'The mail server refused the user name or password. Set alerts.user and alerts.password.'],
  [{ folder: 'Alerts' }, 'missing', 'The mailbox has no folder Alerts. Set alerts.folder to one that it has.'],
  [{ host: '' }, 'missing', 'This instance has no mailbox for alert emails. An admin sets it up with alerts.host.'],
  [{ port: 1 }, 'unreachable', "The mail server couldn't be reached. Check alerts.host and alerts.port."],
])('reports %j as a failed reading with what to change', async (settings, failure, error) => {
  const { read } = await begin(settings);
  expect(await read()).toMatchObject({ state: 'failed', failure, error });
});

test.each([/^LOGIN/i, /^EXAMINE/i, /^UID SEARCH/i, /^UID FETCH/i])(
  'loses nothing when the server cuts the connection at %s',
  async (at) => {
    const { server, read } = await begin();
    server.deliver(mailOf('octolens-mention'), start);
    server.state.cutsAt = at;
    expect(await read()).toMatchObject({ state: 'failed', failure: 'unreachable' });
    server.state.cutsAt = null;
    expect(namesIn(await read())).toEqual(['t3_1oct0l']);
  },
);

test.each([/GREETING/, /^LOGIN/i, /^UID FETCH/i])('ends at once when it is told to stop while the server hangs at %s', async (at) => {
  const { server, read } = await begin();
  server.deliver(mailOf('octolens-mention'), start);
  server.state.hangsAt = at;
  const stop = new AbortController();
  const reading = read(stop.signal);
  await expect.poll(() => at.test('GREETING') || server.commands.some((command) => at.test(command))).toBe(true);
  stop.abort(new Error('stopped'));
  await expect(reading).rejects.toThrow('stopped');
});

test('gives up on a server that never answers', async () => {
  const { server, read } = await begin({}, 300);
  server.state.hangsAt = /^UID SEARCH/i;
  expect(await read()).toMatchObject({ state: 'failed', failure: 'unreachable', error: 'The mail server broke off, or took too long.' });
});

test('signs in over an encrypted connection only, except on this machine', () => {
  expect(securityOf({ host: 'imap.example.com', port: 993 })).toEqual({ secure: true });
  expect(securityOf({ host: 'imap.example.com', port: 143 })).toEqual({ secure: false, doSTARTTLS: true });
  for (const host of ['127.0.0.1', '::1', 'localhost'])
    expect(securityOf({ host, port: 1143 })).toEqual({ secure: false, doSTARTTLS: false });
});

test.each(['', '{}', '{"uidValidity":"7","uid":-1}', '{"uidValidity":"9","uid":99999}'])(
  'reads on with the cursor %j of another version or mailbox',
  async (cursor) => {
    const { server, marks, read } = await begin();
    server.deliver(mailOf('octolens-mention'), start);
    marks.set(streamKey(stream), { newest: null, known: new Set(), cursor });
    expect(namesIn(await read())).toEqual(['t3_1oct0l']);
  },
);

test('makes posts of alerts for campaigns that turned them on, each once beside an import, and shows in coverage what was not read', async () => {
  const imap = await startImapServer();
  onTestFinished(() => imap.close());
  const server = await makeServer({
    reddit: { source: 'off' },
    alerts: { host: '127.0.0.1', port: imap.port, user: 'ada', password: 'right' },
    jobs: { enabled: false },
  });
  onTestFinished(() => server.close());
  imap.deliver(mailOf('google-html'), server.clock.now);
  imap.deliver(mailOf('octolens-mention').replaceAll('https://', 'x://'), server.clock.now);
  const ann = server.api((await server.member('ann')).token);
  const create = async (streams: object[]) =>
    (await ann.post('/campaigns', { ...invoicing(), rules: [{ text: 'invoice' }], postFloor: 0, streams })).json as Campaign;
  const made = await create([{ kind: 'alerts', name: 'Alert emails' }]);
  const other = await create([]);
  const tick = async () => {
    server.clock.now += 3_600_000;
    await server.core.discovery.pipeline.listen(never);
    await server.core.discovery.pipeline.settled();
  };
  const postsOf = async ({ id }: Campaign) =>
    ((await ann.get(`/posts?status=all&campaignId=${id}`)).json as { items: Post[] }).items.map(({ fullname }) => fullname).toSorted();
  await tick();
  const found = await postsOf(made);
  expect(found).toEqual([expect.stringMatching(/^feed_/), 'se_money.77123', 't3_1gg0g1e']);
  expect(await postsOf(other)).toEqual([]);
  expect((await ann.get(`/campaigns/${made.id}/coverage`)).json as Coverage).toMatchObject({
    places: [{ kind: 'alerts', state: 'ok', items: 3, error: expect.stringContaining('1 email of Octolens had no entries') }],
  });
  const bytes = (async function* () {
    yield Buffer.from(mailOf('google-html'));
  })();
  await server.core.discovery.pipeline.importFile(systemActor, bytes, { campaignId: made.id, isMail: true });
  await server.core.discovery.pipeline.settled();
  await tick();
  expect(await postsOf(made)).toEqual(found);
});
