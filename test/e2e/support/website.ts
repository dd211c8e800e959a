import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sites } from '../../support/sites.ts';

/** The website of a firm that sells invoicing software, on loopback. */
export async function startWebsite(): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const page = sites.bare[request.url ?? '/'];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page ?? '');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
