import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Asker, createGates } from './gate.ts';

/** Parameters of Argon2id (RFC 9106), each for one lane. */
export interface PasswordCost {
  /** KiB, at least 8. */
  memory: number;
  passes: number;
}
/** 19 MiB and about 50 ms (OWASP password storage cheat sheet). */
export const defaultCost: PasswordCost = { memory: 19_456, passes: 2 };

export interface Passwords {
  hash(password: string, asker: Asker): Promise<string>;
  /** Without a stored hash, or with the empty one of an account without a password, it does the same work and returns false. */
  verify(password: string, stored: string | undefined, asker: Asker): Promise<boolean>;
  /** Whether it was made with other parameters than the current ones. */
  isOutdated(stored: string): boolean;
}

const saltBytes = 16;
const keyBytes = 32;
/** The PHC string format, which other software writes and reads too. */
const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function parse(stored: string): { cost: PasswordCost; salt: Buffer; key: Buffer } | null {
  const [, memory, passes, salt = '', key = ''] = form.exec(stored) ?? [];
  const bytes = Buffer.from(key, 'base64');
  if (memory === undefined || bytes.length !== keyBytes) return null;
  return { cost: { memory: Number(memory), passes: Number(passes) }, salt: Buffer.from(salt, 'base64'), key: bytes };
}

const derive = (password: string, nonce: Buffer, cost: PasswordCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const parameters = { ...cost, message: Buffer.from(password, 'utf8'), nonce, parallelism: 1, tagLength: keyBytes };
    argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(key)));
  });

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
const write = ({ memory, passes }: PasswordCost, salt: Buffer, key: Buffer): string =>
  `$argon2id$v=19$m=${String(memory)},t=${String(passes)},p=1$${unpadded(salt)}$${unpadded(key)}`;

/** Both throw `too_many` when too many wait at the asker's gate. */
export function createPasswords(cost: PasswordCost = defaultCost): Passwords {
  const pass = createGates();
  const nobody = write(cost, randomBytes(saltBytes), randomBytes(keyBytes));
  return {
    async hash(password, asker) {
      const salt = randomBytes(saltBytes);
      return write(cost, salt, await pass(asker, () => derive(password, salt, cost)));
    },
    async verify(password, stored, asker) {
      const parsed = parse(stored || nobody);
      if (!parsed) return false;
      const key = await pass(asker, () => derive(password, parsed.salt, parsed.cost));
      return timingSafeEqual(key, parsed.key);
    },
    isOutdated(stored) {
      const parsed = parse(stored);
      return parsed?.cost.memory !== cost.memory || parsed.cost.passes !== cost.passes;
    },
  };
}
