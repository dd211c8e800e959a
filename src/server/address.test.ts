import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createAddressOf, createIsLocal } from './address.ts';

const request = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;
const via = (hops: string) => ({ 'x-forwarded-for': hops });

describe('client address', () => {
  test.each([
    ["is the socket's without trusted proxies", [], '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['ignores the header from an untrusted proxy', ['10.0.0.0/8'], '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['is what a trusted proxy forwards', ['10.0.0.1'], '10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['ignores hops that the client itself added further left', ['10.0.0.1'], '10.0.0.1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    ['skips a chain of trusted proxies', ['10.0.0.0/8', '192.168.1.1'], '10.0.0.1', '6.6.6.6, 1.2.3.4, 192.168.1.1, 10.9.9.9', '1.2.3.4'],
    ['is the left-most hop when all are trusted', ['10.0.0.0/8'], '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['stops at an invalid hop', ['10.0.0.1'], '10.0.0.1', '1.2.3.4, <script>', '10.0.0.1'],
    ['treats IPv4-mapped IPv6 as IPv4', ['10.0.0.1'], '::ffff:10.0.0.1', '::ffff:1.2.3.4', '1.2.3.4'],
    ['supports IPv6 proxies', ['fd00::/8'], 'fd00::1', '2001:db8::7', '2001:db8::7'],
  ])('%s', (...row) => {
    const [, trusted, remote, hops, expected] = row;
    expect(createAddressOf(trusted)(request(remote, via(hops)))).toBe(expected);
  });
  test('is the proxy itself when it forwards no address', () => {
    expect(createAddressOf(['10.0.0.1'])(request('10.0.0.1'))).toBe('10.0.0.1');
  });
});

describe('local caller', () => {
  const isLocal = createIsLocal({ http: { publicUrl: '', trustedProxies: [] } });
  test('connects over loopback', () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(isLocal(request(address))).toBe(true);
    expect(isLocal(request('192.168.0.5'))).toBe(false);
  });

  test.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host', 'x-forwarded-proto'])(
    'is not a proxy that sends %s',
    (name) => expect(isLocal(request('127.0.0.1', { [name]: '203.0.113.9' }))).toBe(false),
  );

  test.each([
    ['a public address', 'https://leads.example.test', [], false],
    ['a trusted proxy', '', ['127.0.0.1'], false],
    ['a public address that is this machine', 'http://localhost:3000', [], true],
  ])('is recognized only where no proxy is possible, with %s configured', (...row) => {
    const [, publicUrl, trustedProxies, expected] = row;
    expect(createIsLocal({ http: { publicUrl, trustedProxies } })(request('127.0.0.1'))).toBe(expected);
  });
});
