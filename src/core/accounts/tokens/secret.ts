import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits need no slow hash: there is nothing to guess. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
