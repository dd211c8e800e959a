import { expect, test } from 'vitest';
import * as auth from '#shared/auth.ts';
import * as leads from '#shared/leads.ts';
import { lightModule } from '../vite.contract.ts';

test('reduces routes to what a caller needs, keeps constants, and imports everything else from the full module', () => {
  const light = lightModule({ ...leads, limit: 3 }, './leads.ts?whole');
  expect(light).toContain(`export const leadStages = ${JSON.stringify(leads.leadStages)};`);
  expect(light).toContain('export const limit = 3;');
  expect(light).toContain('export { leadSchema } from "./leads.ts?whole";');
  expect(light).toContain('"get":{"method":"GET","path":"/leads/:id"}');
  expect(light).not.toContain('"response"');
});

test('exports every name of a module exactly once', () => {
  const names = lightModule({ ...auth }, './auth.ts?whole').match(/(?<=^export (?:const|\{) )\w+/gm);
  expect(names?.toSorted()).toEqual(Object.keys(auth).toSorted());
});

test("doesn't inline values that JSON would change", () => {
  const odd = {
    never: undefined,
    many: Number.POSITIVE_INFINITY,
    pattern: /x/,
    set: new Set([1]),
    act: () => 1,
    nested: { at: new Date(0) },
  };
  for (const line of lightModule(odd, './odd.ts?whole').trim().split('\n')) expect(line).toMatch(/^export \{ \w+ \} from/);
});

test('keeps that anyone may call a route, because a login that is refused ends no session', () => {
  expect(lightModule({ ...auth }, './auth.ts?whole')).toContain('"login":{"method":"POST","path":"/auth/login","access":"public"}');
});

test('keeps the media type of a non-JSON response, by which the caller reads it', () => {
  const file = { save: { method: 'GET', path: '/x', access: 'user', summary: 'x', response: {}, produces: 'text/csv' } };
  expect(lightModule({ file }, './x.ts')).toBe('export const file = {"save":{"method":"GET","path":"/x","produces":"text/csv"}};\n');
});
