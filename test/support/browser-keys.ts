import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

interface Derived {
  salt: Uint8Array;
  info: string | Uint8Array;
  length: number;
}
const derive = (key: Uint8Array, { salt, info, length }: Derived): Buffer => Buffer.from(hkdfSync('sha256', key, salt, info, length));

/** The keys of a subscribed browser, with which it reads what a server encrypted for it (RFC 8188, 8291). */
export function makeBrowserKeys() {
  const own = createECDH('prime256v1');
  const ownKey = own.generateKeys();
  const auth = randomBytes(16);
  return {
    p256dh: ownKey.toString('base64url'),
    auth: auth.toString('base64url'),
    read(body: Buffer): unknown {
      const salt = body.subarray(0, 16);
      const serverKey = body.subarray(21, 21 + body.readUInt8(20));
      const sealed = body.subarray(21 + serverKey.length);
      const shared = own.computeSecret(serverKey);
      const secret = derive(shared, { salt: auth, info: Buffer.concat([Buffer.from('WebPush: info\0'), ownKey, serverKey]), length: 32 });
      const key = derive(secret, { salt, info: 'Content-Encoding: aes128gcm\0', length: 16 });
      const nonce = derive(secret, { salt, info: 'Content-Encoding: nonce\0', length: 12 });
      const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
    },
  };
}
