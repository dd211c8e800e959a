import { expect, test } from 'vitest';
import { changeOf, freshDraft, newChannelOf, plainErrors, withKind } from './draft.ts';
import { paceWords, ruleWords } from './texts.ts';

const draft = freshDraft('email', 'Europe/Berlin');

test('a name that nobody chose goes with the kind, one that was chosen stays', () => {
  expect(withKind(draft, 'slack')).toMatchObject({ kind: 'slack', name: 'Slack', target: {} });
  expect(withKind({ ...draft, name: 'Team' }, 'slack').name).toBe('Team');
});

test('what is missing is said beside its field', () => {
  const checked = newChannelOf(withKind(draft, 'telegram'));
  expect('errors' in checked && plainErrors(checked.errors)).toEqual({
    'target.botToken': 'Fill this in',
    'target.chatId': 'Fill this in',
  });
});

test('an address that was left empty is left as it is stored', () => {
  const rules = changeOf({ ...draft, target: { url: '  ' } });
  expect('data' in rules && rules.data.target).toBeUndefined();
  const moved = changeOf({ ...draft, target: { url: ' https://a.example ', secret: '' } });
  expect('data' in moved && moved.data.target).toEqual({ url: 'https://a.example' });
});

test.each([
  [{}, 'New leads from 70 and 6 other kinds of news', 'At once'],
  [{ kinds: ['new-lead'], minScore: 0, campaignIds: ['1'] }, 'New leads, of 1 campaign', 'At once'],
  [
    { kinds: ['reconnect'], quiet: { from: '22:00', to: '07:00' } },
    'Reddit asking you to connect again',
    'At once, quiet from 22:00 to 07:00 (Europe/Berlin)',
  ],
  [{ kinds: ['health', 'reconnect'], pace: 'weekly', weekday: 7, hour: 9 }, '2 kinds of news', 'Every Sunday at 09:00 (Europe/Berlin)'],
] as const)('%j reads as "%s", "%s"', (change, rule, pace) => {
  const told = { ...draft, ...change };
  expect([ruleWords(told), paceWords(told)]).toEqual([rule, pace]);
});
