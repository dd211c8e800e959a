import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createGate } from './gate.ts';

/** Parameters of scrypt; it uses 128 · N · r bytes of memory. */
export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}
/** 128 MiB and about a quarter of a second (OWASP password storage cheat sheet). */
export const defaultCost: PasswordCost = { N: 2 ** 17, r: 8, p: 1 };
/** 32 MiB. The same cheat sheet rates it as equally strong. */
export const smallCost: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const smallMemory = 768 * 1024 ** 2;

/** `limit`: the memory that this process may use, in bytes; 0 if there is no limit. Two hashes run at once, beside an import. */
export const costWithin = (limit: number): PasswordCost => (limit > 0 && limit < smallMemory ? smallCost : defaultCost);

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a stored hash it does the same work and returns false. */
  verify(password: string, stored: string | undefined): Promise<boolean>;
  /** Whether it was made with other parameters than the current ones. */
  isOutdated(stored: string): boolean;
}

const saltBytes = 16;
const keyBytes = 32;
const form = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]+)\$([\w-]+)$/;

function parse(stored: string): { cost: PasswordCost; salt: Buffer; key: Buffer } | null {
  const [, N, r, p, salt = '', key = ''] = form.exec(stored) ?? [];
  const bytes = Buffer.from(key, 'base64url');
  if (N === undefined || bytes.length !== keyBytes) return null;
  return { cost: { N: Number(N), r: Number(r), p: Number(p) }, salt: Buffer.from(salt, 'base64url'), key: bytes };
}

const derive = (password: string, salt: Buffer, cost: PasswordCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // Node's default limit is 32 MiB, and scrypt needs a little more than its table.
    const maxmem = 256 * cost.N * cost.r;
    scrypt(Buffer.from(password, 'utf8'), salt, keyBytes, { ...cost, maxmem }, (error, key) => (error ? reject(error) : resolve(key)));
  });

const write = (cost: PasswordCost, salt: Buffer, key: Buffer): string =>
  ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');

/**
 * Two at once, because each uses up to 128 MiB and one of the threads that the database needs too. Eighteen wait, so that the last
 * one still finishes well within a request's deadline.
 */
export function createPasswords(cost: PasswordCost = costWithin(process.constrainedMemory())): Passwords {
  const pass = createGate({ active: 2, waiting: 18 });
  const nobody = write(cost, randomBytes(saltBytes), randomBytes(keyBytes));
  return {
    async hash(password) {
      const salt = randomBytes(saltBytes);
      return write(cost, salt, await pass(() => derive(password, salt, cost)));
    },
    async verify(password, stored) {
      const parsed = parse(stored ?? nobody);
      if (!parsed) return false;
      const key = await pass(() => derive(password, parsed.salt, parsed.cost));
      return timingSafeEqual(key, parsed.key);
    },
    isOutdated(stored) {
      const parsed = parse(stored);
      return !parsed || parsed.cost.N !== cost.N || parsed.cost.r !== cost.r || parsed.cost.p !== cost.p;
    },
  };
}
