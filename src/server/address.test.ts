import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { createAddressOf, createIsLocal } from './address.ts';

const request = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;
const via = (hops: string) => ({ 'x-forwarded-for': hops });

describe('the address of a client', () => {
  test.each([
    ['without trusted proxies the socket counts', [], '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['a stranger cannot speak for a proxy', ['10.0.0.0/8'], '203.0.113.9', '1.2.3.4', '203.0.113.9'],
    ['a trusted proxy tells', ['10.0.0.1'], '10.0.0.1', '1.2.3.4', '1.2.3.4'],
    ['what the client itself wrote further left counts for nothing', ['10.0.0.1'], '10.0.0.1', '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    [
      'a chain of trusted proxies is walked',
      ['10.0.0.0/8', '192.168.1.1'],
      '10.0.0.1',
      '6.6.6.6, 1.2.3.4, 192.168.1.1, 10.9.9.9',
      '1.2.3.4',
    ],
    ['all trusted: the left-most', ['10.0.0.0/8'], '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['noise in the header ends the walk', ['10.0.0.1'], '10.0.0.1', '1.2.3.4, <script>', '10.0.0.1'],
    ['IPv4 in IPv6 clothes is IPv4', ['10.0.0.1'], '::ffff:10.0.0.1', '::ffff:1.2.3.4', '1.2.3.4'],
    ['IPv6 proxies', ['fd00::/8'], 'fd00::1', '2001:db8::7', '2001:db8::7'],
  ])('%s', (...row) => {
    const [, trusted, remote, hops, expected] = row;
    expect(createAddressOf(trusted)(request(remote, via(hops)))).toBe(expected);
  });
  test('a proxy that says nothing is the client', () => {
    expect(createAddressOf(['10.0.0.1'])(request('10.0.0.1'))).toBe('10.0.0.1');
  });
});

describe('a caller on this machine', () => {
  const isLocal = createIsLocal({ publicUrl: '', trustedProxies: [] });
  test('is one that connects over loopback', () => {
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
  ])('with %s configured', (...row) => {
    const [, publicUrl, trustedProxies, expected] = row;
    expect(createIsLocal({ publicUrl, trustedProxies })(request('127.0.0.1'))).toBe(expected);
  });
});
