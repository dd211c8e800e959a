import type { AccountDeps } from '../deps.ts';
import type { UserRow } from '../queries.ts';
import type { Challenges } from './challenges.ts';

export interface PasskeyDeps extends AccountDeps {
  challenges: Challenges;
  /** Tells the owner, if the instance can send email. */
  sendPasskeyEmail: (user: UserRow, change: 'passkeyAdded' | 'passkeyRemoved') => void;
}
