import { expect, test } from 'vitest';
import type { Connection, ConnectionField } from '#shared/connections.ts';
import { modelServers } from '#shared/model-servers.ts';
import { changesOf, draftForServer, modelKeyOf, serverIdOf, shownFields } from './use-connection.ts';

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

test('forgets a typed key when another model server is chosen', () => {
  expect(draftForServer({ 'ai.openai.apiKey': 'sk-of-openai' }, 'groq')).not.toHaveProperty('ai.openai.apiKey');
});

test('tells models apart by what is in the fields, saved or not', () => {
  const saved = (model: string): Connection => ({
    id: 'model',
    configured: true,
    fields: [
      field({ key: 'ai.provider', value: 'openai', saved: true }),
      field({ key: 'ai.openai.apiKey', value: null, secret: true, saved: true }),
      field({ key: 'ai.openai.model', value: model, saved: true }),
    ],
  });
  const key = modelKeyOf(saved('gpt-6-luna'), {});
  expect(modelKeyOf(saved('gpt-6-luna'), { 'ai.openai.apiKey': 'sk-new' })).toBe(key);
  expect(modelKeyOf(saved('gpt-6-luna'), { 'ai.openai.model': 'gpt-6-sol' })).not.toBe(key);
  expect(modelKeyOf(saved('gpt-6-sol'), { 'ai.openai.model': 'gpt-6-luna' })).toBe(key);
});

test('choosing a model server fills in its address and model, and is recognized again by its address', () => {
  const model: Connection = {
    id: 'model',
    configured: false,
    fields: [
      field({ key: 'ai.provider', value: 'builtin' }),
      field({ key: 'ai.ollama.host', value: 'http://10.0.0.5:11434' }),
      field({ key: 'ai.openai.baseUrl', value: 'https://api.openai.com/v1' }),
      field({ key: 'ai.openai.model', value: 'gpt-6-luna' }),
    ],
  };
  expect(serverIdOf(model, {})).toBe('builtin');
  for (const { id, provider, address } of modelServers) {
    const draft = draftForServer({}, id);
    expect(serverIdOf(model, draft)).toBe(id);
    expect(draft['ai.openai.baseUrl']).toBe(provider === 'openai' ? address : undefined);
    expect(draft).not.toHaveProperty('ai.ollama.host');
  }
  expect(serverIdOf(model, draftForServer(draftForServer({}, 'groq'), 'openai'))).toBe('openai');
  expect(serverIdOf(model, { 'ai.provider': 'openai', 'ai.openai.baseUrl': 'http://models.lan/v1' })).toBe('other');
});
