import { widestNetworkOf } from '#core/platform/http/network.ts';
import { AppError } from '#core/platform/errors.ts';
import { Slots } from '#core/platform/slots.ts';

/**
 * Who has a password hashed: somebody who has shown to be this user (by a session, a link, a known browser, or the command line), or
 * a stranger from this address.
 */
export type Asker = { userId: string } | { address: string };
export const askedByServer: Asker = { userId: 'server' };

const inAMoment = (why: string) => new AppError('too_many', `${why} Try again in a moment.`, { retryAfter: 3 });
const crowded = () => inAMoment('Too many people are signing in right now.');

/**
 * A gate for strangers and one for users, so that strangers, however many networks they come from, never fill the users' one. One
 * passes each at a time, because hashing takes 19 MiB and one of the threads that the database needs too. So few wait that the
 * last one still finishes well within a request's deadline. A network has one waiting place.
 */
export function createGates() {
  const running = { each: 1, all: 1 };
  const users = new Slots({ running, waiting: { each: 10, all: 40, refusal: crowded } });
  const refusal = (whose: 'own' | 'all') => (whose === 'own' ? inAMoment('Others are signing in from your network.') : crowded());
  const strangers = new Slots({ running, waiting: { each: 1, all: 18, refusal } });
  return <T>(asker: Asker, work: () => Promise<T>): Promise<T> =>
    'userId' in asker ? users.run(asker.userId, work) : strangers.run(widestNetworkOf(asker.address), work);
}
