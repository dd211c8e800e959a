import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type FetchedItem, unknownTime } from '#core/platform/item.ts';
import { type FileEntry, readFileItems, inspectFile } from '../files/file.ts';
import { splitMails } from './mail-file.ts';

const folder = 'test/fixtures/alert-mails';
const mailOf = (name: string): Buffer => readFileSync(join(folder, `${name}.eml`));

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
const read = (bytes: Uint8Array | string, size = 4096): Promise<FileEntry[]> =>
  Array.fromAsync(readFileItems({ input: inPieces(Buffer.from(bytes), size) }));
const itemsOf = (entries: readonly FileEntry[]): FetchedItem[] => entries.flatMap((entry) => ('item' in entry ? [entry.item] : []));
const problemsOf = (entries: readonly FileEntry[]): string[] => entries.flatMap((entry) => ('bad' in entry ? [entry.bad.message] : []));

/** Each mail as a mailbox file has it. */
const mailbox = (mails: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat(
    mails.flatMap((mail) => [Buffer.from('From MAILER-DAEMON Fri Nov 27 09:12:44 2026\n'), Buffer.from(mail), Buffer.from('\n\n')]),
  );

/** What an alert that people know holds: fullname, community, author, and the beginning of title and text. */
const expected: Record<string, [string, string, string | null, string, string][]> = {
  'f5bot-html': [
    [
      't3_1abcd2',
      'freelance',
      'quiet_otter',
      'Which invoicing tool do you use? 😅',
      "I'm tired of chasing late payers. Which invoicing tool",
    ],
    ['t1_kx81f2a', 'smallbusiness', 'bookkeeper_jo', 'Late payments are killing me', 'We moved our invoicing'],
    ['hn_41234567', 'Hacker News', 'tptacekfan (Hacker News)', 'Ask HN: What do you use for contracts?', 'Is there a billing app'],
  ],
  'f5bot-text': [
    ['t3_1pl41n', 'webdev', 'dev1', 'What invoice tool is made by developers?', 'Looking for an invoice tool with an API.'],
    ['t1_lq0001x', 'Entrepreneur', 'maker_of_things', 'Tools you pay for', 'Still searching for an invoice tool'],
  ],
  'f5bot-forwarded': [['lob_', 'lobste.rs', 'pushcx (lobste.rs)', 'Dunning done right', 'How do you handle dunning in a small shop?']],
  'google-html': [
    ['t3_1gg0g1e', 'Bookkeeping', null, 'Need invoice software for a studio of three', 'We are three people'],
    ['feed_', 'forum.example.com', null, 'Best way to send invoices? - Makers Forum', 'Looking for a way to send invoices'],
    ['se_money.77123', 'money.stackexchange.com', null, 'Which invoice software keeps VAT apart?', 'I sell in two countries.'],
  ],
  'google-text': [
    ['feed_', 'gazette.example.com', null, 'Why late payment hurts studios', 'Owners ask how others deal'],
    ['feed_', 'times.example.com', null, 'Law on late payment: what changes?', 'Freelancers wonder'],
    ['t3_1w0rd1', 'freelance', null, 'Late payment reminder wording : r/freelance', 'How do you word a reminder'],
  ],
  'google-german': [
    [
      'feed_',
      'gruender.example.de',
      null,
      'Welches Rechnungsprogramm für Kleinunternehmer?',
      'Ich suche ein Rechnungsprogramm, das Mahnungen',
    ],
  ],
  'syften-text': [
    ['t3_1syf10', 'smallbusiness', 'ann_w', '', 'Which invoice tool handles deposits?'],
    ['hn_42000001', 'Hacker News', 'pixelpusher (Hacker News)', '', 'I looked at https://example.com/tool but need'],
  ],
  'syften-digest': [
    ['feed_', 'community.example.org', 'maria_k (community.example.org)', 'Clients who pay late: what do you use?', 'I need something'],
    [
      'gh_acme/billing/issues/482',
      'github.com/acme/billing',
      'octo-dev (github.com)',
      'Feature request: late payment fees',
      'Is there a plugin',
    ],
  ],
  'octolens-mention': [
    ['t3_1oct0l', 'SaaS', 'growth_gal', 'Paperboat or an alternative for invoices?', 'Comparing Paperboat with others.'],
  ],
  'octolens-digest': [
    ['feed_', 'dev.example.com', 'ferris (dev.example.com)', 'Invoicing in Rust: what I learned', 'I still need a hosted service'],
    ['t1_m0m0m0m', 'rust', 'crab_rave', 'Comment on “PDF invoices”', "We pay for a tool, but it's slow."],
  ],
  'reddit-reply': [['t1_n1a2b3c', 'freelance', 'late_larry', '', 'Which tool was that?']],
  'reddit-digest': [
    ['t3_1acc01', 'Accounting', null, 'What software for a café with two tills?', 'My accountant wants exports'],
    ['t3_1sys01', 'sysadmin', null, 'Our billing server died. Hosted options?', 'We need something by Monday'],
  ],
};

test.each(Object.entries(expected))('reads every entry of %s with its link and text, and nothing else', async (name, entries) => {
  const found = await read(mailOf(name));
  expect(problemsOf(found)).toEqual([]);
  const items = itemsOf(found);
  expect(items).toHaveLength(entries.length);
  for (const [index, [fullname, subreddit, author, title, text]] of entries.entries()) {
    const item = items[index];
    expect(item).toMatchObject({ subreddit, author, createdAt: Date.UTC(2026, 10, 27, 9, 12, 44) });
    expect(item?.fullname.startsWith(fullname)).toBe(true);
    expect([item?.title.startsWith(title), item?.body.startsWith(text)]).toEqual([true, true]);
    expect(item?.permalink).toMatch(/^https:\/\/[^/]+\/.+/);
    expect(item?.permalink).not.toMatch(/google\.com|f5bot|redditmail|octolens|utm_/);
  }
});

test('knows every recorded form', () => {
  expect(readdirSync(folder).toSorted()).toEqual(
    Object.keys(expected)
      .map((name) => `${name}.eml`)
      .toSorted(),
  );
});

test('reads a mailbox file in chunks of any size, and recognizes mails by their content', async () => {
  const all = Object.keys(expected).map((name) => mailOf(name));
  const count = Object.values(expected).flat().length;
  for (const size of [1, 61, 100_000]) expect(itemsOf(await read(mailbox(all), size))).toHaveLength(count);
  expect(await inspectFile({ input: inPieces(mailbox(all), 512) })).toMatchObject({ format: 'mail' });
  expect(itemsOf(await read('Title,Text\nFrom me: to you,Subject: none\n'))).toHaveLength(1);
});

test('gives an entry the same name wherever it stands, so that it is one post', async () => {
  const [first] = itemsOf(await read(mailOf('google-html'))).slice(1);
  const elsewhere = mailOf('google-html')
    .toString()
    .replaceAll('utm_source=3Dalert', 'utm_source=3Dother')
    .replaceAll('utm_source%3Dalert', 'fbclid%3D1');
  expect(itemsOf(await read(elsewhere))[1]?.fullname).toBe(first?.fullname);
});

const changed = (name: string): string =>
  mailOf(name)
    .toString()
    .replaceAll(/https?:/g, 'x:');

test('says how many mails of a service had another form, never nothing', async () => {
  const entries = await read(mailbox([changed('f5bot-text'), mailOf('f5bot-html'), changed('f5bot-text'), changed('octolens-mention')]));
  expect(itemsOf(entries)).toHaveLength(3);
  expect(problemsOf(entries)).toEqual([
    '2 emails of F5Bot had no entries that could be read. If it changed its form, please report it.',
    '1 email of Octolens had no entries that could be read. If it changed its form, please report it.',
  ]);
  expect(entries.flatMap((entry) => ('bad' in entry ? [entry.bad.count] : []))).toEqual([2, 1]);
});

test('a line of a saved mail that begins with "From" ends no mail, and keeps its quote mark', async () => {
  const mail = mailOf('f5bot-text').toString().replace('Looking for', '\n\nFrom what I know\n>From here\n\nLooking for');
  const entries = await read(mail);
  expect(itemsOf(entries)).toHaveLength(2);
  expect(problemsOf(entries)).toEqual([]);
  const split = await Array.fromAsync(splitMails(inPieces(Buffer.from(mail), 512)));
  expect(split.map(({ bytes }) => Buffer.from(bytes ?? []).toString())).toEqual([mail]);
});

test('says which entries of a mail had no link', async () => {
  const half = mailOf('f5bot-text').toString().replace('https://f5bot.com/url?u=https%3A%2F%2Fwww.reddit.com%2Fr%2FEntrepreneur', 'x');
  const entries = await read(half);
  expect(itemsOf(entries)).toHaveLength(1);
  expect(problemsOf(entries)).toEqual(['1 entry in emails of F5Bot had no link or text that could be read']);
});

const html = 'text/html; charset=utf-8';
const from = (sender: string, subject: string, content: { body: string; type?: string }): string =>
  `From: ${sender}\nTo: ada@example.org\nSubject: ${subject}\nContent-Type: ${content.type ?? html}\n\n${content.body}\n`;
const alertOf = (body: string, type = html): string => from('admin@f5bot.com', 'F5Bot found something: x', { body, type });

test('leaves other mails alone, and says so', async () => {
  const entries = await read(
    mailbox([
      from('Bob <bob@example.org>', 'Lunch?', { body: '<a href="https://example.com/long/read">A long read for you</a>' }),
      from('noreply@redditmail.com', 'Verify your email', { body: '<p>Hi</p>' }),
    ]),
  );
  expect(itemsOf(entries)).toEqual([]);
  expect(problemsOf(entries)).toEqual(['2 emails are no alert of F5Bot, Google Alerts, Syften, Octolens, or Reddit']);
});

test.each<[string, string]>([
  ['a boundary that never comes', alertOf('--none\n\nReddit', 'multipart/mixed; boundary="b"')],
  [
    'parts that nest without end',
    alertOf('Content-Type: multipart/mixed; boundary=b\n\n--b\n'.repeat(2000), 'multipart/mixed; boundary=b'),
  ],
  ['base64 that is none', alertOf('%%%%', 'text/html; charset=nonsense\nContent-Transfer-Encoding: base64')],
  ['elements that nest without end', alertOf('<div>'.repeat(200_000))],
  ['a link that never ends', alertOf(`<a href="https://f5bot.com/url?u=${'a'.repeat(200_000)}">Which tool is it</a>`)],
  ['links that are no addresses', alertOf('Reddit Posts (/r/a/): <a href="javascript:alert(1)">Which tool is it</a> by x')],
])('reads %s as a mail without entries, with its cause', async (_, mail) => {
  const entries = await read(mail, 65_536);
  expect(itemsOf(entries)).toEqual([]);
  expect(problemsOf(entries)).toHaveLength(1);
});

test('leaves out a mail that is larger than an alert, and reads those around it', async () => {
  const entries = await read(mailbox([mailOf('f5bot-html'), alertOf('x'.repeat(6 * 1024 * 1024)), mailOf('reddit-reply')]), 65_536);
  expect(itemsOf(entries)).toHaveLength(4);
  expect(problemsOf(entries)).toEqual(['Email 2 is larger than 5 MB']);
});

test('takes texts as they are: no markup, no other direction, and no time from a clock that is off', async () => {
  const mail = mailOf('f5bot-text')
    .toString()
    .replace('Looking for', '<script>alert(1)</script>\u0000\u202eLooking for')
    .replaceAll('27 Nov 2026', '27 Nov 1901');
  const [item] = itemsOf(await read(mail));
  expect(item?.body).not.toContain('\0');
  expect(item?.createdAt).toBe(unknownTime);
});

test('reads 10,000 alerts at once, each once', async () => {
  const entry = (id: string) =>
    `Reddit Posts (/r/a/): 'Title ${id}' by ann\nhttps://www.reddit.com/r/a/comments/${id}/title/\n\nText ${id}\n\n`;
  const idAt = (index: number): string => `p${index.toString(36)}`;
  const mails = Array.from({ length: 200 }, (_, mail) =>
    alertOf(Array.from({ length: 50 }, (__, index) => entry(idAt(50 * mail + index))).join(''), 'text/plain; charset=utf-8'),
  );
  const items = itemsOf(await read(mailbox([...mails, ...mails.slice(0, 10)]), 65_536));
  expect(items).toHaveLength(10_500);
  expect(new Set(items.map(({ fullname }) => fullname))).toEqual(
    new Set(Array.from({ length: 10_000 }, (_, index) => `t3_${idAt(index)}`)),
  );
});
