import { version } from '#shared/product.ts';

/**
 * The User-Agent, in the format that Reddit asks for: `<platform>:<app id>:<version> (by /u/<name>)`. Reddit throttles
 * and blocks the defaults of libraries.
 */
export function userAgentOf(configured: string): string {
  // Other characters in a header would make every call fail.
  const text = configured.replace(/[^\x20-\x7e]/g, '').trim();
  return text || `web:earshot:v${version} (self-hosted instance)`;
}
