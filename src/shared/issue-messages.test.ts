import { expect, test } from 'vitest';
import * as z from 'zod';
import { checkAgainst, needsName } from './issue-messages.ts';

const complaintsOf = (schema: z.ZodType, value: unknown): string[] => {
  const result = checkAgainst(schema, value);
  return 'data' in result ? [] : result.details.map(({ path, message }) => `${path}: ${message}`);
};

test('describes missing, mistyped, too small, and too large values as text', () => {
  const schema = z.object({
    name: z.string().min(2).max(3),
    count: z.int().min(1).max(9),
    tags: z.array(z.string()).min(1).max(2),
    on: z.boolean(),
    at: z.iso.datetime(),
    kind: z.enum(['a', 'b']),
  });
  expect(complaintsOf(schema, {})).toEqual([
    'name: Missing',
    'count: Missing',
    'tags: Missing',
    'on: Missing',
    'at: Missing',
    'kind: Missing',
  ]);
  expect(complaintsOf(schema, { name: 'x', count: 1.5, tags: [], on: 'yes', at: 'soon', kind: 'c' })).toEqual([
    'name: At least 2 characters',
    'count: Must be a whole number',
    'tags: Must not be empty',
    'on: Must be true or false',
    'at: Must be a time such as 2026-11-21T09:00:00Z',
    'kind: One of: a, b',
  ]);
  expect(complaintsOf(schema, { name: 'abcd', count: 10, tags: ['a', 'b', 'c'], on: true, at: null, kind: 'a' })).toEqual([
    'name: At most 3 characters',
    'count: At most 9',
    'tags: At most 2 entries',
    'at: Must be text',
  ]);
});

test("keeps a schema's own messages", () => {
  expect(complaintsOf(z.object({ a: z.string().min(1, 'Write something') }), { a: '' })).toEqual(['a: Write something']);
});

test('reports the errors of the closest variant of a union, and lists choices together', () => {
  const choice = z.object({ a: z.union([z.enum(['x', 'y']), z.enum(['z'])]) });
  expect(complaintsOf(choice, { a: 'q' })).toEqual(['a: One of: x, y, z']);
  const url = z.object({ a: z.union([z.url(), z.literal('')]) });
  expect(complaintsOf(url, { a: 'q' })).toEqual(['a: Must be a URL such as https://example.com']);
  const form = z.union([z.strictObject({ ids: z.array(z.string()), all: z.boolean() }), z.strictObject({ url: z.string() })]);
  expect(complaintsOf(form, { url: 1 })).toEqual(['url: Must be text']);
  const kinds = z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]);
  expect(complaintsOf(kinds, { kind: 'c' })).toEqual(['kind: One of: a, b']);
});

test('reports an unknown key at its path', () => {
  expect(complaintsOf(z.object({ a: z.strictObject({}) }), { a: { b: 1 } })).toEqual(['a.b: Unknown key']);
});

test('requires a field name before generic messages, but not before specific ones', () => {
  expect(['Missing', 'At most 100', 'One of: a, b', 'Must be text'].filter((words) => !needsName(words))).toEqual([]);
  expect(['Give it a name', 'Invalid id', 'Enter your password'].filter(needsName)).toEqual([]);
});
