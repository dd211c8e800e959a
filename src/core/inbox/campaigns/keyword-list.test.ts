import { expect, test } from 'vitest';
import { parseRule } from '#core/scoring/rules/parse.ts';
import { readKeywordList } from './keyword-list.ts';

const rulesOf = (text: string): string[] => readKeywordList(text).rules.map((rule) => rule.text);
const streamsOf = (text: string): string[] => readKeywordList(text).streams.map(({ stream }) => `${stream.kind} ${stream.name}`);

test('reads a plain list: what is more than a word is a phrase, and places and feeds are streams', () => {
  const list =
    'invoice tool\r\n• freshbooks\n- "late payment"\nC++\nr/freelance\nhttps://blog.example.com/feed.xml\nhttps://example.com/about\nOR\n';
  expect(rulesOf(list)).toEqual(['"invoice tool"', 'freshbooks', '"late payment"', '"C++"']);
  expect(streamsOf(list)).toEqual(['subreddit freelance', 'feed https://blog.example.com/feed.xml']);
  expect(readKeywordList(list)).toMatchObject({ tool: null, leftOut: ['https://example.com/about', 'OR'] });
});

test("reads F5Bot's keywords exactly as they are written, with their flags", () => {
  const table =
    'Keyword,Whole word only?,Flags,Enabled\ninvoice tool,Yes,,Yes\nbilling NOT crypto,Yes,,Yes\nfreshbooks,No,no-url=reddit.com/r/python/,Yes\nold,Yes,,No\n';
  expect(readKeywordList(table).tool).toBe('F5Bot');
  expect(rulesOf(table)).toEqual(['"invoice tool"', '"billing NOT crypto"', 'freshbooks* -subreddit:python']);
  expect(streamsOf(table)).toEqual(['search Reddit', 'hackernews Hacker News']);
  expect(streamsOf('invoice tool only-reddit\nbilling no-hackernews')).toEqual(['search Reddit']);
  expect(rulesOf('invoice tool only-reddit')).toEqual(['"invoice tool"']);
});

test("reads Syften's filters: their sites are streams, and what only a model understands is left out", () => {
  const filters = [
    '"late payment*" site:reddit.com/r/saas/ site:reddit.com/r/freelance NOT hiring',
    'plug* type:post site:news.ycombinator.com',
    '`fmt.Printf("hi!")` lang:en',
    'beer NOT root $accept:"asks for advice"',
    'google OR apple site:example.com/x',
    'title:"domain name" author:ann',
  ];
  const { tool } = readKeywordList(filters.join('\n'));
  expect(tool).toBe('Syften');
  expect(rulesOf(filters.join('\n'))).toEqual([
    'late payment* -hiring (subreddit:saas OR subreddit:freelance)',
    'plug* type:post site:news.ycombinator.com',
    '"fmt.Printf(hi!)" lang:en',
    'beer -root',
    '(google OR apple) site:example.com',
    'title:"domain name" author:ann',
  ]);
  expect(streamsOf(filters.join('\n'))).toEqual(['subreddit saas', 'subreddit freelance', 'hackernews Hacker News']);
});

test("reads Google Alerts' searches and feeds", () => {
  const alerts =
    '"invoice software" -jobs site:reddit.com\nintitle:invoice (tool | app) -(free trial)\nhttps://www.google.com/alerts/feeds/0123/4567';
  expect(readKeywordList(alerts).tool).toBe('Google Alerts');
  expect(rulesOf(alerts)).toEqual(['"invoice software" -jobs', 'title:invoice (tool OR app) -(free trial)']);
  expect(streamsOf(alerts)).toEqual(['search Reddit', 'feed https://www.google.com/alerts/feeds/0123/4567']);
});

test("reads GummySearch's audiences and tracked keywords, as CSV and as JSON", () => {
  const csv = 'Audience;Subreddits\nSaaS founders;"r/SaaS, r/startups"\nSaaS founders;Entrepreneur\n';
  expect(readKeywordList(csv)).toMatchObject({ tool: 'GummySearch', group: 'SaaS founders' });
  expect(streamsOf(csv)).toEqual(['subreddit SaaS', 'subreddit startups', 'subreddit Entrepreneur']);
  const json = JSON.stringify({
    audiences: [{ name: 'Freelancers', subreddits: ['freelance', { name: 'webdev' }] }],
    keywords: ['invoice tool', { keyword: 'late payment' }],
  });
  expect(readKeywordList(json)).toMatchObject({ tool: 'GummySearch', group: 'Freelancers' });
  expect(rulesOf(json)).toEqual(['"invoice tool"', '"late payment"']);
  expect(streamsOf(json)).toEqual(['subreddit freelance', 'subreddit webdev']);
});

test('reads CSV of any tool by its header: what a row excludes belongs to its own rule', () => {
  const csv =
    'Project,Query,Excluded keywords,Status\nMain,"""invoice"" AND (tool OR app)","jobs; free trial",active\nMain,gone,,paused\nMain,,crypto,active\n';
  expect(readKeywordList(csv)).toMatchObject({ tool: null, group: 'Main', excludes: ['crypto'] });
  expect(rulesOf(csv)).toEqual(['("invoice" AND (tool OR app)) -jobs -"free trial"']);
});

test('reads JSON of any tool by its keys: what a record excludes or switches off is its own', () => {
  const json = JSON.stringify({
    excludes: ['crypto'],
    alerts: [
      { query: 'invoice tool', exclude: ['jobs', 'free trial'], subreddits: ['freelance'], enabled: true },
      { name: 'late payment', excluded: 'student' },
      { keywords: ['billing', { name: 'dunning' }], ignore: 'hiring' },
      { keyword: 'gone', community: 'gone', active: false },
      'plain words',
    ],
  });
  expect(rulesOf(json)).toEqual([
    '"invoice tool" -jobs -"free trial"',
    '"late payment" -student',
    'billing -hiring',
    'dunning -hiring',
    '"plain words"',
  ]);
  expect(streamsOf(json)).toEqual(['subreddit freelance']);
  expect(readKeywordList(json)).toMatchObject({ excludes: ['crypto'] });
});

test.each([
  '',
  '"',
  '(((((',
  '-',
  'NOT NOT',
  '$accept:x',
  '`',
  '{"keywords":',
  '[[[[[[[[["x"]]]]]]]]]',
  'Keyword\n"unclosed',
  'site:',
  '\ufeff\0\u202e',
  '*****',
])('makes nothing that is no rule of %j', (text) => {
  for (const rule of rulesOf(text)) expect(parseRule(rule)).toMatchObject({ ok: true });
});

test('says each thing once, and reads a list of 5,000 lines', () => {
  const lines = Array.from({ length: 5000 }, (_, index) => `keyword ${index % 10}`);
  expect(rulesOf([...lines, 'KEYWORD 1'].join('\n'))).toHaveLength(10);
});
