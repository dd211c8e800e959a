import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  /** Header names in lowercase. */
  headers: Map<string, string>;
  body: string;
}

function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const);
  return { status: Number(first.split(' ')[1] ?? 0), headers: new Map(headers), body: rest.join('\r\n\r\n') };
}

/**
 * Sends bytes unchanged, where `fetch` would normalize them, and reads until the server closes the connection. Closes it itself
 * after `patienceMs`.
 */
export function sendRaw(url: string, text: string | Buffer, patienceMs?: number): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => void socket.write(text));
    if (patienceMs !== undefined) setTimeout(() => socket.destroy(), patienceMs);
    socket.on('data', (chunk) => void chunks.push(chunk));
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)));
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString())));
  });
}

interface RawParts {
  headers?: readonly string[];
  body?: string;
}

/** Sends a request line such as `GET /api/health` with headers; adds `Connection: close`. */
export const rawRequest = (url: string, line: string, { headers = [], body = '' }: RawParts = {}): Promise<RawAnswer> =>
  sendRaw(url, [`${line} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', ...headers, '', body].join('\r\n'));
