import { version } from '#shared/product.ts';

/**
 * What Reddit sees of us on every call: `<platform>:<app id>:<version> (by /u/<name>)`. It throttles and blocks
 * library defaults, so an operator's own text is taken as it is and an empty one gets an honest default.
 */
export function userAgentOf(configured: string): string {
  // Header values are Latin-1 without line breaks; anything else would make every call fail.
  const text = configured.replace(/[^\x20-\x7e]/g, '').trim();
  return text || `web:earshot:v${version} (self-hosted instance)`;
}
