import { expect, test } from 'vitest';
import { postgresFailure } from './connect-postgres.ts';

const url = 'postgres://ann:secret@db.example:5432/earshot';
const withCode = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

test.each([
  withCode('ECONNRESET'),
  withCode('EPIPE'),
  withCode('ETIMEDOUT'),
  withCode('08006'),
  new Error('select 1 - Connection terminated unexpectedly'),
])('asks to try again after a connection was cut: $message', (error) => {
  expect(postgresFailure(url, error)).toMatchObject({
    code: 'unavailable',
    message: 'The connection to PostgreSQL at db.example:5432 was cut. Try again in a moment.',
    cause: error,
  });
});

test.each([
  ['53100', 'The disk of the database server is full. Free some space, then try again.'],
  ['25006', 'PostgreSQL at db.example:5432 only allows reading, as a standby does. Check database.url, or make it the primary.'],
])('says what to do about %s', (code, message) => {
  expect(postgresFailure(url, withCode(code))).toMatchObject({ code: 'unavailable', message, retryAfter: 5 });
});

test('leaves errors of a statement alone', () => {
  expect(postgresFailure(url, withCode('23505'))).toBeNull();
  expect(postgresFailure(url, new Error('Undefined binding'))).toBeNull();
});
