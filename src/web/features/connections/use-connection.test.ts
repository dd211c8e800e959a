import { expect, test } from 'vitest';
import type { Connection, ConnectionField } from '#shared/connections.ts';
import { changesOf, shownFields } from './use-connection.ts';

const field = (over: Partial<ConnectionField> & Pick<ConnectionField, 'key'>): ConnectionField => ({
  value: '',
  secret: false,
  saved: false,
  setBy: 'default',
  lockedBy: null,
  savedAt: null,
  ...over,
});
const email: Connection = {
  id: 'email',
  configured: true,
  fields: [
    field({ key: 'smtp.host', value: 'mail.example.com', saved: true }),
    field({ key: 'smtp.port', value: 587, saved: true }),
    field({ key: 'smtp.password', value: null, secret: true, saved: true }),
  ],
};

test('sends only what differs from what is saved', () => {
  expect(changesOf(email, { 'smtp.host': 'mail.example.com', 'smtp.port': '465' })).toEqual({ 'smtp.port': '465' });
});

test('keeps a saved secret while its field is empty, and removes it when asked', () => {
  expect(changesOf(email, { 'smtp.password': '' })).toEqual({});
  expect(changesOf(email, { 'smtp.password': 'new' })).toEqual({ 'smtp.password': 'new' });
  expect(changesOf(email, { 'smtp.password': null })).toEqual({ 'smtp.password': null });
});

test('returns an emptied field to its default', () => {
  expect(changesOf(email, { 'smtp.host': ' ' })).toEqual({ 'smtp.host': null });
});

test('never sends what file or environment sets', () => {
  const locked = { ...email, fields: [field({ key: 'smtp.host', value: 'a', setBy: 'file', lockedBy: 'smtp.url' })] };
  expect(changesOf(locked, { 'smtp.host': 'b' })).toEqual({});
});

test('shows the fields of the chosen provider', () => {
  const model: Connection = {
    id: 'model',
    configured: false,
    fields: [
      field({ key: 'ai.provider', value: 'builtin' }),
      field({ key: 'ai.ollama.host' }),
      field({ key: 'ai.openai.apiKey', secret: true }),
    ],
  };
  expect(shownFields(model, {}).map(({ key }) => key)).toEqual(['ai.provider']);
  expect(shownFields(model, { 'ai.provider': 'openai' }).map(({ key }) => key)).toEqual(['ai.provider', 'ai.openai.apiKey']);
});
