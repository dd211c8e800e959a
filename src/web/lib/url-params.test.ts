import { expect, test } from 'vitest';
import { idSchema, timeSchema } from '#shared/common.ts';
import { dayParam, idParam, timestampParam, oneOf, readUrlParams, integerParam, textParam } from './url-params.ts';

test('drops invalid parameters and keeps the others', () => {
  const readers = { id: idParam, kind: oneOf(['post', 'comment']), least: integerParam(1, 100), q: textParam(5) };
  const of = (query: string) => readUrlParams(new URLSearchParams(query), readers);
  expect(of('id=7&kind=post&least=70&q=+tax+&other=1')).toEqual({ id: '7', kind: 'post', least: 70, q: 'tax' });
  expect(Object.keys(of('id=7a&kind=story&least=0&q=++'))).toEqual([]);
  expect(Object.keys(of('id=1234567890123456&kind=&least=1.5&q=longer'))).toEqual([]);
  expect(of('least=&kind=post&kind=comment')).toEqual({ kind: 'comment' });
});

test.each(['7', '007', '', ' 7', '7\n', '-1', '1e3', '123456789012345', '1234567890123456'])(
  'reads %j as an id exactly when the contract does',
  (text) => {
    expect(idParam(text) !== undefined).toBe(idSchema.safeParse(text).success);
  },
);

test.each(['2026-11-21', '2024-02-29', '2025-02-29', '2026-13-01', '2026-1-1', '2026-11-31', 'today', ''])(
  'reads %j as a day exactly when it exists',
  (text) => {
    expect(dayParam(text)).toBe(['2026-11-21', '2024-02-29'].includes(text) ? text : undefined);
  },
);

test.each([
  '2026-11-21T08:42:10.000Z',
  '2026-11-21T08:42:10Z',
  '2026-11-21T08:42Z',
  '2026-02-30T08:42:10Z',
  '2026-11-21T25:00:00Z',
  '2026-11-21T08:42:10+01:00',
  '2026-11-21 08:42:10Z',
  '2026-11-21',
])('reads %j as a timestamp exactly when the contract does', (text) => {
  expect(timestampParam(text) !== undefined).toBe(timeSchema.safeParse(text).success);
});
