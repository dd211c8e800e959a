import { expect, test } from 'vitest';
import * as auth from '#shared/auth.ts';
import * as leads from '#shared/leads.ts';
import { lightModule } from '../vite.contract.ts';

test('routes come as what a caller needs, constants as they are, and the rest from the whole module', () => {
  const light = lightModule({ ...leads, limit: 3 }, './leads.ts?whole');
  expect(light).toContain(`export const leadStages = ${JSON.stringify(leads.leadStages)};`);
  expect(light).toContain('export const limit = 3;');
  expect(light).toContain('export { leadSchema } from "./leads.ts?whole";');
  expect(light).toContain('"get":{"method":"GET","path":"/leads/:id","access":"user"}');
  expect(light).not.toContain('"response"');
});

test('every name of a module is still there, and each once', () => {
  const names = lightModule({ ...auth }, './auth.ts?whole').match(/(?<=^export (?:const|\{) )\w+/gm);
  expect(names?.toSorted()).toEqual(Object.keys(auth).toSorted());
});

test('what JSON would change is not written out', () => {
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

test('the media type of an answer that is no JSON goes along: the caller reads it by that', () => {
  const file = { save: { method: 'GET', path: '/x', access: 'user', summary: 'x', response: {}, produces: 'text/csv' } };
  expect(lightModule({ file }, './x.ts')).toBe(
    'export const file = {"save":{"method":"GET","path":"/x","access":"user","produces":"text/csv"}};\n',
  );
});
