import { expect, it } from 'vitest';
import { opensAutomatically } from './onboarding.tsx';
import { steps } from './getting-started.tsx';

const now = Date.UTC(2026, 0, 2);
const facts = { createdAt: new Date(now - 86_399_999).toISOString(), now, completed: false, shown: false };

it('opens for an account younger than 24 hours', () => expect(opensAutomatically(facts)).toBe(true));

it.each([
  ['is 24 hours old', { createdAt: new Date(now - 86_400_000).toISOString() }],
  ['has completed the guide', { completed: true }],
  ['has seen the guide in this session', { shown: true }],
  ['has an unreadable creation time', { createdAt: '' }],
])('stays closed for an account that %s', (_, change) => expect(opensAutomatically({ ...facts, ...change })).toBe(false));

it('has the six steps in order', () => {
  expect(steps.map(({ title }) => title)).toEqual([
    'Welcome to Earshot',
    'Connect Your Reddit Account',
    'Create Your Campaigns',
    'Monitor Your Competition',
    'AI Does the Heavy Lifting',
    "You're All Set",
  ]);
  expect(steps.flatMap(({ action }) => (action ? [`${action.label} ${action.path}`] : []))).toEqual([
    'Connect Reddit /dashboard/settings',
    'Create Campaign /dashboard/campaigns',
    'Setup Competitors /dashboard/competitors',
  ]);
});
