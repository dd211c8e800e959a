import type { IncomingMessage } from 'node:http';
import { basePathOf } from '#core/platform/base-path.ts';
import type { Config } from '#core/platform/config.ts';
import { perVersion } from '#core/platform/per-version.ts';

/**
 * Cuts the path of `http.publicUrl` off a request, so that everything behind it knows only its own paths. A proxy that has cut it
 * off already works, too.
 */
export function createCutBasePath(config: { http: Pick<Config['http'], 'publicUrl'> }): (request: IncomingMessage) => void {
  const bases = perVersion(() => config.http, basePathOf);
  return (request) => {
    const base = bases.current();
    const { url = '' } = request;
    if (base === '' || !url.startsWith(base)) return;
    const rest = url.slice(base.length);
    if (rest === '' || rest.startsWith('?')) request.url = `/${rest}`;
    else if (rest.startsWith('/')) request.url = rest;
  };
}
