import { expect, it } from 'vitest';
import { entryFor } from './landing-page.tsx';

const open = { firstRun: false, registrationOpen: true };
const anonymous = { signedIn: false, betaMode: false, settings: open };

it.each([
  ['a signed-in user', { ...anonymous, signedIn: true, betaMode: true }, 'Open dashboard', '/dashboard'],
  [
    'the very first visitor',
    { ...anonymous, settings: { firstRun: true, registrationOpen: true } },
    'Create the first account',
    '/register',
  ],
  ['an anonymous visitor', anonymous, 'Create account', '/register'],
  ['an anonymous visitor in beta', { ...anonymous, betaMode: true }, 'Apply for the beta', '/beta-application'],
  [
    'an anonymous visitor where registration is closed',
    { ...anonymous, settings: { ...open, registrationOpen: false } },
    'Log in',
    '/login',
  ],
])('offers %s the right action', (...[, facts, label, path]) => expect(entryFor(facts)).toMatchObject({ label, path }));
