import { type IncomingMessage, OutgoingMessage, type ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { Config } from '#core/platform/config.ts';
import { perVersion } from '#core/platform/per-version.ts';

const yearInSeconds = 31_536_000;
const denied = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];
const permissions = denied.map((feature) => `${feature}=()`).join(', ');

/** Without characters that would end the directive. */
const sourceOf = ({ origin, pathname }: URL): string => `${origin}${pathname.replace(/[;,]/g, encodeURIComponent)}`;

function policyOf({ http: { publicUrl }, analytics }: Pick<Config, 'http' | 'analytics'>): string {
  const ownSocket = publicUrl === '' ? '' : ` ${new URL(publicUrl).origin.replace(/^http/, 'ws')}`;
  const reports = URL.canParse(analytics.endpoint) ? ` ${sourceOf(new URL(analytics.endpoint))}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${ownSocket}${reports}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // No code may turn text into HTML, a script, or the address of one. The only exception is the service worker's own address.
    "require-trusted-types-for 'script'",
    'trusted-types service-worker',
  ].join('; ');
}

/** API responses are never rendered as a page, so untrusted text stays text however a response is opened. */
const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** Those that don't depend on the request. */
function listHeaders(secure: ReturnType<typeof helmet>): [name: string, value: string][] {
  const response = new OutgoingMessage();
  secure({} as IncomingMessage, response as ServerResponse, () => undefined);
  return [...Object.entries(response.getHeaders()), ['permissions-policy', permissions]].map(([name, value]) => [name, String(value)]);
}

export type SetHeaders = (request: IncomingMessage, response: ServerResponse) => void;

/** Sets headers on every response, before anything else handles the request. */
export function createHeaders(config: Pick<Config, 'http' | 'analytics'>): SetHeaders {
  const versions = perVersion(
    () => config.http,
    ({ publicUrl }) => {
      const common = listHeaders(
        helmet({
          contentSecurityPolicy: false,
          strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: yearInSeconds, includeSubDomains: true },
          referrerPolicy: { policy: 'no-referrer' },
          frameguard: { action: 'deny' },
        }),
      );
      return {
        ofPages: [...common, ['content-security-policy', policyOf(config)]] as const,
        ofData: [...common, ['content-security-policy', dataPolicy], ['cache-control', 'no-store']] as const,
      };
    },
  );
  return ({ url = '' }, response) => {
    const { ofPages, ofData } = versions.current();
    const isData = /^\/(?:api|oauth|\.well-known)(?:[/?]|$)/i.test(url);
    if (/^\/(?:api\/reports|report)\//i.test(url)) response.setHeader('x-robots-tag', 'noindex, nofollow');
    for (const [name, value] of isData ? ofData : ofPages) response.setHeader(name, value);
  };
}
