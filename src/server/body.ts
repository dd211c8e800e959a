import type { IncomingMessage } from 'node:http';
import { AppError } from '#core/platform/errors.ts';
import { RequestError } from './errors.ts';

const maxDepth = 20;
const deadlineMs = 30_000;
const jsonType = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i;
const prototypeKeys = new Set(['__proto__', 'constructor', 'prototype']);

function checkHeaders(request: IncomingMessage, limit: number): void {
  const types = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'content-type');
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (types.length > 1 || encoding !== 'identity' || !jsonType.test(request.headers['content-type'] ?? '')) {
    throw new RequestError(415, 'Send JSON, with the header Content-Type: application/json');
  }
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
}

const tooLarge = (limit: number) => new RequestError(413, `At most ${Math.floor(limit / 1024)} KiB`);

/** The raw body. Throws `invalid` when it is too large or too slow. */
export function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const late = setTimeout(() => finish(() => reject(new AppError('invalid', 'The request took too long to arrive'))), deadlineMs);
    const finish = (then: () => void) => {
      clearTimeout(late);
      request.removeAllListeners('data');
      then();
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) finish(() => reject(tooLarge(limit)));
      else chunks.push(chunk);
    });
    request.once('end', () => finish(() => resolve(Buffer.concat(chunks))));
    request.once('error', () => finish(() => reject(new AppError('invalid', 'The request was interrupted'))));
    request.once('close', () => finish(() => reject(new AppError('invalid', 'The request was interrupted'))));
  });
}

/** Text that the database wouldn't return unchanged. */
export const isOddText = (text: string): boolean => text.includes('\0') || !text.isWellFormed();

function checkValue(value: unknown, depth: number): void {
  if (typeof value === 'string' && isOddText(value))
    throw new AppError('invalid', 'Text must not contain NUL or unpaired surrogate characters');
  if (typeof value !== 'object' || value === null) return;
  if (depth > maxDepth) throw new AppError('invalid', `JSON can be nested at most ${maxDepth} levels deep`);
  for (const [key, inner] of Object.entries(value)) {
    if (prototypeKeys.has(key) || isOddText(key))
      throw new AppError('invalid', "A key isn't allowed", { details: [{ path: key.toWellFormed(), message: 'Unknown key' }] });
    checkValue(inner, depth + 1);
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw new AppError('invalid', 'The body must be JSON in UTF-8', { cause: error });
  }
}

/** The JSON of a request. Throws `invalid` (400, 413, 415) for a body that is too large, too deep, not JSON, or not text. */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  checkHeaders(request, limit);
  const value = parseJson(await readBytes(request, limit));
  checkValue(value, 1);
  return value;
}

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Accepts no body, or the empty object that some clients always send. */
export async function readNothing(request: IncomingMessage, limit: number): Promise<void> {
  if (!hasBody(request)) return;
  const value = await readJson(request, limit);
  if (JSON.stringify(value) !== '{}') throw new AppError('invalid', 'This request must not have a body');
}
