import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from './errors.ts';

export interface Secrets {
  /** A 32-byte signing key for each purpose. */
  keyFor(purpose: string): Uint8Array;
  /** AES-256-GCM; `context` names table, row, and user, so that a ciphertext is useless elsewhere. */
  seal(text: string, context: string): string;
  /** Throws `unavailable` if key or context differ from those used for sealing. */
  unseal(sealed: string, context: string): string;
}

/** File name in the data folder. */
export const secretFile = 'secret.key';

function makeMaster(dataDir: string, file: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw new AppError('invalid', `Couldn't create or write to the data folder ${dataDir}. Check its permissions or change dataDir.`, {
      cause,
    });
  }
}

function readPrivate(file: string): string {
  try {
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new AppError('unavailable', `${secretFile} in the data folder can't be read. Check its permissions.`, { cause });
  }
}

function masterFrom(dataDir: string, configured: string): Buffer {
  if (configured !== '') return Buffer.from(configured, 'utf8');
  const file = join(dataDir, secretFile);
  if (!existsSync(file)) makeMaster(dataDir, file);
  const text = readPrivate(file);
  if (text.length < 32)
    throw new AppError('unavailable', `${secretFile} in the data folder is too short to be a secret. Put the right file back.`);
  return Buffer.from(text, 'utf8');
}

/** Opens the master secret, which is configured or generated on first start. It is not part of the database or its backups. */
export function openSecrets(dataDir: string, configured: string): Secrets {
  const master = masterFrom(dataDir, configured);
  const keyFor = (purpose: string) => new Uint8Array(hkdfSync('sha256', master, 'earshot', purpose, 32));
  const sealing = keyFor('seal');
  return {
    keyFor,
    seal(text, context) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `1.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    unseal(sealed, context) {
      try {
        const bytes = Buffer.from(sealed.slice(2), 'base64url');
        const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12)).setAAD(Buffer.from(context));
        decipher.setAuthTag(bytes.subarray(12, 28));
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
      } catch (error) {
        throw new AppError('unavailable', "A stored secret can't be read with this server's key. Connect again.", { cause: error });
      }
    },
  };
}
