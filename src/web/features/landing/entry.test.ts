import { expect, it } from 'vitest';
import { entryFor } from './entry.ts';

const open = { firstRun: false, registrationOpen: true };
const stranger = { signedIn: false, betaMode: false, settings: open };

it.each([
  ['a signed-in user', { ...stranger, signedIn: true, betaMode: true }, 'Open dashboard', '/dashboard'],
  [
    'the very first visitor',
    { ...stranger, settings: { firstRun: true, registrationOpen: true } },
    'Create the first account',
    '/register',
  ],
  ['a stranger', stranger, 'Create account', '/register'],
  ['a stranger in beta', { ...stranger, betaMode: true }, 'Apply for the beta', '/beta-application'],
  ['a stranger where registration is closed', { ...stranger, settings: { ...open, registrationOpen: false } }, 'Sign in', '/login'],
])('%s is offered the right door', (...[, facts, label, path]) => expect(entryFor(facts)).toMatchObject({ label, path }));
