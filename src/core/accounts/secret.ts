import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits can't be guessed, so no slow hash is needed. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
