import type { IncomingMessage, ServerResponse } from 'node:http';
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
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // No code may turn text into HTML, a script, or the address of one, and none may make an exception.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** API responses are never rendered as a page, so untrusted text stays text however a response is opened. */
const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

export type SetHeaders = (request: IncomingMessage, response: ServerResponse) => void;

/** Sets headers on every response, before anything else handles the request. */
export function createHeaders(config: Pick<Config, 'http' | 'analytics'>): SetHeaders {
  const versions = perVersion(
    () => config.http,
    ({ publicUrl }) => ({
      secure: helmet({
        contentSecurityPolicy: false,
        strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: yearInSeconds, includeSubDomains: true },
        referrerPolicy: { policy: 'no-referrer' },
        frameguard: { action: 'deny' },
      }),
      policy: policyOf(config),
    }),
  );
  return (request, response) => {
    const { secure, policy } = versions.current();
    secure(request, response, () => {});
    const isData = /^\/api(?:[/?]|$)/i.test(request.url ?? '');
    response.setHeader('Content-Security-Policy', isData ? dataPolicy : policy);
    response.setHeader('Permissions-Policy', permissions);
    if (isData) response.setHeader('Cache-Control', 'no-store');
  };
}
