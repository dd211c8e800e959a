import { expect, test } from 'vitest';
import { changeOf, freshDraft, newChannelOf, plainErrors, withKind } from './rule-fields.tsx';
import { paceText, ruleText } from './texts.ts';

const draft = freshDraft('email', 'Europe/Berlin');

test('changes a default name with the kind and keeps a custom one', () => {
  expect(withKind(draft, 'slack')).toMatchObject({ kind: 'slack', name: 'Slack', target: {} });
  expect(withKind({ ...draft, name: 'Team' }, 'slack').name).toBe('Team');
});

test('reports missing values beside their fields', () => {
  const checked = newChannelOf(withKind(draft, 'telegram'));
  expect('errors' in checked && plainErrors(checked.errors)).toEqual({
    'target.botToken': 'Fill this in',
    'target.chatId': 'Fill this in',
  });
});

test('keeps the stored address when the field is left empty', () => {
  const rules = changeOf({ ...draft, target: { url: '  ' } });
  expect('data' in rules && rules.data.target).toBeUndefined();
  const moved = changeOf({ ...draft, target: { url: ' https://a.example ', secret: '' } });
  expect('data' in moved && moved.data.target).toEqual({ url: 'https://a.example' });
});

test('removes the stored headers of a webhook when asked, whatever the field contains', () => {
  const removed = changeOf({ ...draft, kind: 'webhook', target: { headers: 'X-Tenant: 7' }, dropsHeaders: true });
  expect('data' in removed && removed.data.target).toEqual({ headers: '' });
});

test.each([
  [{}, 'New leads from 70 and 10 other kinds', 'Immediately'],
  [{ kinds: ['new-lead'], minScore: 0, campaignIds: ['1'] }, 'New leads, for 1 campaign', 'Immediately'],
  [
    { kinds: ['reconnect'], quiet: { from: '22:00', to: '07:00' } },
    'Expired Reddit connections',
    'Immediately, quiet from 22:00 to 07:00 (Europe/Berlin)',
  ],
  [
    { kinds: ['health', 'reconnect'], pace: 'weekly', weekday: 7, hour: 9 },
    '2 kinds of notifications',
    'Every Sunday at 09:00 (Europe/Berlin)',
  ],
] as const)('describes %j as "%s", "%s"', (change, rule, pace) => {
  const changed = { ...draft, ...change };
  expect([ruleText(changed), paceText(changed)]).toEqual([rule, pace]);
});
