import { expect, test } from 'vitest';
import { answer } from '#test/support/fakes/receiver.ts';
import type { NewChannelInput } from '#shared/notify.ts';
import type { Message, MessageNotice } from './channel.ts';
import { emailHtml, emailText } from './email.ts';
import { addChannel, ingestLead, never, openNotified } from '#test/support/notified.ts';

const title =
  'Need invoicing <!channel> <https://evil.test|here> [click](https://evil.test) @everyone *b* `c` <script>alert(1)</script> &amp; \u202Etxt 🧾 счёт 請求書';
const hostile = { title, permalink: 'javascript:alert(1)' };
/** What this channel sends for a conversation with a hostile title. */
async function notifyBy(given: (url: string) => NewChannelInput) {
  const { core, clock, receiver, ann } = await openNotified({ http: { publicUrl: 'https://earshot.test' } });
  await addChannel(core, ann, given(receiver.url));
  receiver.next(answer(500));
  await ingestLead(core);
  // Texts like these never become leads, so they arrive by an edit while the message waits.
  await core.db('items').update(hostile);
  clock.now += 100_000;
  await core.notifications.sendDue(never);
  const [, call] = receiver.calls;
  return { json: call?.json, text: call?.text ?? '', path: call?.path, headers: call?.headers };
}
const hook = (kind: 'slack' | 'teams' | 'discord' | 'webhook') => notifyBy((url) => ({ kind, name: 'Hook', target: { url: `${url}/x` } }));

test('sends titles to Slack as plain text with control characters escaped, without mentions or links', async () => {
  const { json, text } = await hook('slack');
  const { blocks, ...message } = json as {
    text: string;
    mrkdwn: boolean;
    blocks: { type: string; text?: { type: string; text: string } }[];
  };
  expect(message).toMatchObject({ mrkdwn: false });
  expect(text).not.toContain('<!channel>');
  expect(text).not.toContain('<https://evil.test');
  expect(text).toContain('&lt;!channel&gt;');
  expect(new Set(blocks.flatMap((block) => block.text?.type ?? []))).toEqual(new Set(['plain_text']));
  expect(text).toContain('<https://earshot.test/dashboard/leads/1?workspace=1|Open in Earshot>');
  expect(text).not.toContain('\u202E');
  expect(text).not.toContain('javascript:');
});

test('sends titles to Discord with Markdown escaped and mentions disabled', async () => {
  const { json, path: called } = await hook('discord');
  const { embeds, allowed_mentions } = json as { embeds: { title: string; description: string; url: string }[]; allowed_mentions: unknown };
  expect(called).toBe('/x?wait=true');
  expect(allowed_mentions).toEqual({ parse: [] });
  expect(embeds[0]?.title).toContain(String.raw`\[click\]\(https\://evil.test\)`);
  expect(embeds[0]?.title).toContain(String.raw`\@everyone \*b\* \`c\``);
  expect(embeds[0]?.title.length).toBeLessThanOrEqual(256);
  expect(embeds[0]?.url).toBe('https://earshot.test/dashboard/leads/1?workspace=1');
});

test('sends messages to Telegram without a parse mode, so that no formatting is interpreted', async () => {
  const botToken = '123456:abcdefghijklmnopqrstuvwxyz';
  const { json, path } = await notifyBy(() => ({ kind: 'telegram', name: 'Phone', target: { botToken, chatId: '-1001' } }));
  expect(path).toBe(`/bot${botToken}/sendMessage`);
  expect(json).toMatchObject({ chat_id: '-1001', link_preview_options: { is_disabled: true } });
  expect(json).not.toHaveProperty('parse_mode');
  expect((json as { text: string }).text).toContain('<script>alert(1)</script>');
});

test('sends Unicode to ntfy in the body and never in a header', async () => {
  const { json, path, headers } = await notifyBy((url) => ({
    kind: 'ntfy',
    name: 'Phone',
    target: { url: `${url}/sub/my-topic`, token: 'tk_abc' },
  }));
  expect(path).toBe('/sub/');
  expect(headers?.authorization).toBe('Bearer tk_abc');
  expect(json).toMatchObject({ topic: 'my-topic', title: 'A new lead for Invoicing', message: expect.stringContaining('🧾 счёт 請求書') });
  expect(Buffer.byteLength((json as { message: string }).message)).toBeLessThan(4096);
});

test('sends titles to Teams in blocks that have no Markdown, with links to the web only', async () => {
  const { json, text } = await hook('teams');
  const { attachments } = json as { attachments: [{ contentType: string; content: { type: string; body: { type: string }[] } }] };
  const [{ contentType, content }] = attachments;
  expect([contentType, content.type]).toEqual(['application/vnd.microsoft.card.adaptive', 'AdaptiveCard']);
  expect(new Set(content.body.map(({ type }) => type))).toEqual(new Set(['RichTextBlock', 'ActionSet']));
  expect(text).toContain('[click](https://evil.test)');
  expect(text).not.toContain('javascript:');
  expect([...text.matchAll(/"url":"(.*?)"/g)].map(([, url]) => url)).toEqual(['https://earshot.test/dashboard/leads/1?workspace=1']);
});

test('sends a plain text to Matrix that mentions nobody, and names a message by its event ID', async () => {
  const { json, path, headers } = await notifyBy((url) => ({
    kind: 'matrix',
    name: 'Room',
    target: { url: `${url}/base/`, token: 'syt_canary_token', room: '!abc:example.test' },
  }));
  expect(path).toMatch(/^\/base\/_matrix\/client\/v3\/rooms\/!abc%3Aexample\.test\/send\/m\.room\.message\/[\w-]{20,}$/);
  expect(headers?.authorization).toBe('Bearer syt_canary_token');
  expect(json).toEqual({ msgtype: 'm.text', body: expect.stringContaining('<script>alert(1)</script>'), 'm.mentions': {} });
});

test('sends titles to Gotify as plain text', async () => {
  const { json, path, headers } = await notifyBy((url) => ({ kind: 'gotify', name: 'Phone', target: { url, token: 'A.canary-token' } }));
  expect([path, headers?.['x-gotify-key']]).toEqual(['/message', 'A.canary-token']);
  expect(json).toMatchObject({
    message: expect.stringContaining('[click](https://evil.test)'),
    extras: {
      'client::display': { contentType: 'text/plain' },
      'client::notification': { click: { url: 'https://earshot.test/dashboard/leads/1?workspace=1' } },
    },
  });
});

test('sends titles to Pushover without HTML, within its limit', async () => {
  const { text, path } = await notifyBy(() => ({
    kind: 'pushover',
    name: 'Phone',
    target: { appToken: 'a'.repeat(30), userKey: 'u'.repeat(30) },
  }));
  const fields = Object.fromEntries(new URLSearchParams(text));
  expect(path).toBe('/1/messages.json');
  expect(fields).toMatchObject({ token: 'a'.repeat(30), user: 'u'.repeat(30), title: 'A new lead for Invoicing' });
  expect(fields).not.toHaveProperty('html');
  expect(fields['message']).toContain('🧾 счёт 請求書');
  expect([...(fields['message'] ?? '')].length).toBeLessThanOrEqual(1024);
});

test('sends Apprise what it takes, and fills a template of the user only within its strings', async () => {
  const text = expect.stringContaining('https://earshot.test/dashboard/leads/1?workspace=1');
  const apprise = await notifyBy((url) => ({ kind: 'custom', name: 'Apprise', target: { url: `${url}/notify/key` } }));
  expect([apprise.path, apprise.json]).toEqual(['/notify/key', { title: 'A new lead for Invoicing', body: text, type: 'info' }]);
  const template = '{"text": "{{text}}", "n": [1, {"{{title}}": "see {{url}}"}]}';
  const own = await notifyBy((url) => ({ kind: 'custom', name: 'Own', target: { url, template, headers: 'X-Key: abcdef' } }));
  expect(own.headers?.['x-key']).toBe('abcdef');
  expect(own.json).toEqual({ text, n: [1, { '{{title}}': 'see https://earshot.test/dashboard/leads/1?workspace=1' }] });
  for (const mark of ['<!channel>', '<https://evil.test', '](https', '@everyone', '<script']) expect(own.text).not.toContain(mark);
  expect((own.json as { text: string }).text.replaceAll('\u2060', '')).toContain('@everyone *b* `c` <script>alert(1)</script>');
});

test('sends texts to a webhook unchanged, as JSON', async () => {
  const { json } = await hook('webhook');
  expect(json).toMatchObject({ notifications: [{ title }] });
});

const notice = (number: number): MessageNotice => ({
  id: String(number),
  event: 'lead.created',
  kind: 'new-lead',
  title: `${title} ${'👩‍👩‍👧'.repeat(200)}`,
  text: '"><img src=x onerror=alert(1)>'.repeat(30),
  excerpt: "'><script>alert(1)</script>".repeat(60),
  body: "'><script>alert(1)</script>".repeat(60),
  author: 'a"b',
  subreddit: '<b>',
  campaign: '&<>"',
  score: 99,
  components: null,
  campaignId: '1',
  leadId: '1',
  postId: '1',
  replyId: null,
  followUpId: null,
  lead: null,
  at: '2026-11-21T09:00:00.000Z',
  appUrl: 'https://earshot.test/dashboard/leads/1',
  redditUrl: 'javascript:alert(1)',
  notALeadUrl: 'https://earshot.test/mail/x?a="><script>',
});
const message = (count: number): Message => ({
  eventId: 'e',
  language: undefined,
  occasion: 'digest',
  headline: 'Today: <b>50</b>',
  notices: Array.from({ length: count }, (_, index) => notice(index)),
  more: 1000,
  appUrl: 'https://earshot.test/dashboard/leads',
  settingsUrl: 'https://earshot.test/dashboard/settings?tab=notifications',
  unsubscribeUrl: 'https://earshot.test/api/mail-links/x',
  address: 'ann@example.test',
});

test('escapes every text in the HTML email, links only to the web, and stays under 100 kB with any number of notices', () => {
  const html = emailHtml(message(50));
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(100_000);
  const tags = html.match(/<[^>]*>/g) ?? [];
  const names = new Set(tags.map((tag) => /^<[/!]?(\w+)/.exec(tag)?.[1]));
  const known = new Set(['doctype', 'html', 'head', 'meta', 'title', 'style', 'body', 'table', 'tr', 'td', 'p', 'h1', 'span', 'a', 'br']);
  expect([...names].filter((name) => !known.has(name ?? ''))).toEqual([]);
  expect(
    tags.filter((tag) =>
      /\s(?:on\w+|src)=|javascript:/.test(tag.replaceAll(/"[^"]*"/g, (value) => (value.startsWith('"javascript') ? value : '""'))),
    ),
  ).toEqual([]);
  expect(html).toContain('&lt;script&gt;');
  expect(html).toMatch(/and \d+ more/);
  expect(html).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
});

test('has no line in the text email that could be read as a header or as the end of the message', () => {
  const text = emailText({ ...message(2), headline: 'A', notices: [{ ...notice(1), title: 'x\r\n.\r\nBcc: eve@example.test' }] });
  expect(text).not.toMatch(/^\.$/m);
  expect(text).not.toMatch(/^Bcc:/m);
});
