import { mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSecrets } from './secrets.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'earshot-secrets-'));

test('creates the secret once with private permissions', () => {
  const dir = folder();
  const first = openSecrets(dir, '').keyFor('jwt');
  expect(openSecrets(dir, '').keyFor('jwt')).toEqual(first);
  expect(statSync(join(dir, 'secret.key')).mode & 0o777).toBe(0o600);
  expect(openSecrets(folder(), '').keyFor('jwt')).not.toEqual(first);
});

test('derives different keys for different purposes', () => {
  const secrets = openSecrets(folder(), 'x'.repeat(40));
  expect(secrets.keyFor('jwt')).not.toEqual(secrets.keyFor('feed'));
});

test('unseals a secret only with its own context and key, and unchanged', () => {
  const secrets = openSecrets(folder(), 'x'.repeat(40));
  const sealed = secrets.seal('refresh-token', 'accounts/1');
  expect(sealed).not.toContain('refresh');
  expect(secrets.unseal(sealed, 'accounts/1')).toBe('refresh-token');
  expect(() => secrets.unseal(sealed, 'accounts/2')).toThrow('Connect again');
  expect(() => openSecrets(folder(), 'y'.repeat(40)).unseal(sealed, 'accounts/1')).toThrow('Connect again');
  expect(() => secrets.unseal(`${sealed.slice(0, -2)}AA`, 'accounts/1')).toThrow('Connect again');
});
