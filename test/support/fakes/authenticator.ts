import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { NewPasskey, PasskeyAssertion, PasskeyCreation, PasskeyRequest } from '#shared/passkeys.ts';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const encode = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

/** The parts of CBOR that an authenticator writes. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, length: number): Buffer => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as number)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** What the authenticator or its browser may get wrong. */
export interface Fault {
  origin?: string;
  rpId?: string;
  type?: string;
  challenge?: string;
  /** Without fingerprint or PIN. */
  isUnverified?: boolean;
  counter?: number;
  userHandle?: string;
}

export interface Authenticator {
  create: (options: PasskeyCreation, fault?: Fault) => NewPasskey;
  get: (options: PasskeyRequest, fault?: Fault) => PasskeyAssertion;
}

/** An authenticator in software, with one P-256 key, and the browser in front of it. */
export function makeAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const used = { counter: 0, handle: '' };
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coseKey = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
  const clientData = (type: string, challenge: string, fault: Fault): Buffer =>
    Buffer.from(JSON.stringify({ type: fault.type ?? type, challenge: fault.challenge ?? challenge, origin: fault.origin ?? origin }));
  function authenticatorData(rpId: string, fault: Fault, credential: Buffer = Buffer.alloc(0)): Buffer {
    const flags = 0x01 | (fault.isUnverified ? 0 : 0x04) | (credential.length > 0 ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(fault.counter ?? (used.counter += 1));
    return Buffer.concat([sha256(fault.rpId ?? rpId), Buffer.from([flags]), counter, credential]);
  }
  return {
    create({ challenge, rp, user }, fault = {}) {
      used.handle = user.id;
      const length = Buffer.from([0, id.length]);
      const authData = authenticatorData(rp.id, fault, Buffer.concat([Buffer.alloc(16), length, id, coseKey]));
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      );
      return {
        credentialId: encode(id),
        clientDataJSON: encode(clientData('webauthn.create', challenge, fault)),
        attestationObject: encode(attestation),
        transports: ['internal'],
      };
    },
    get({ challenge, rpId }, fault = {}) {
      const data = authenticatorData(rpId, fault);
      const client = clientData('webauthn.get', challenge, fault);
      return {
        credentialId: encode(id),
        clientDataJSON: encode(client),
        authenticatorData: encode(data),
        signature: encode(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        userHandle: fault.userHandle ?? used.handle,
      };
    },
  };
}
