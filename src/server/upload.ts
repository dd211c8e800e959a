import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy, { type Busboy } from 'busboy';
import { AppError } from '#core/platform/errors.ts';
import { deleteOldFiles } from '#core/platform/old-files.ts';
import { diskFullMessage, type DiskSpace } from '#core/platform/disk-space.ts';
import { RequestError } from './errors.ts';
import type { ServerContext } from './state.ts';

/** 2 GiB: a year of a large subreddit as JSON lines. */
const maxUploadBytes = 2 * 1024 ** 3;

export interface Upload {
  /** Path of the file under `dataDir/tmp`. The receiver deletes it when done. */
  path: string;
  /** The browser's name for the file, without folders; only for its extension and for messages. */
  name: string;
  /** The other fields of the form. */
  fields: Record<string, string>;
}
interface UploadOptions {
  dataDir: string;
  /** Bytes. */
  limit?: number;
  diskSpace: DiskSpace;
  /** Length of the window for measuring speed. */
  windowMs?: number;
}

const checkEveryBytes = 4 * 1024 ** 2;
/** 1 KiB/s: slower than any connection that could send a file of several megabytes. */
const minWindowBytes = 30 * 1024;
const defaultWindowMs = 30_000;

const folderOf = (dataDir: string): string => join(dataDir, 'tmp');

/** Deletes unfinished uploads of an earlier process. */
export const clearUploads = (dataDir: string, writtenBefore = Infinity): Promise<void> =>
  deleteOldFiles(folderOf(dataDir), { writtenBefore });

// busboy reports a file of exactly its limit as truncated, hence one byte more.
function open(ctx: ServerContext, limit: number): Busboy {
  try {
    return busboy({
      headers: ctx.req.headers,
      limits: { files: 1, fields: 10, fieldSize: 4000, fieldNameSize: 100, parts: 11, fileSize: limit + 1 },
    });
  } catch (error) {
    throw error instanceof Error && /content.type/i.test(error.message)
      ? new RequestError(415, 'Send a form with a file (multipart/form-data)')
      : new AppError('invalid', "Couldn't read the form data", { cause: error });
  }
}

interface Received {
  fields: Record<string, string>;
  name: string | null;
  truncated: boolean;
}

/** Passes bytes on while there is disk space, which other writers use up meanwhile. */
async function* whileSpaceIsLeft(stream: Readable, diskSpace: DiskSpace): AsyncGenerator<Buffer> {
  let unchecked = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    unchecked += chunk.length;
    if (unchecked >= checkEveryBytes) {
      unchecked = 0;
      if ((await diskSpace()) <= 0) throw new AppError('unavailable', diskFullMessage, { retryAfter: 600 });
    }
    yield chunk;
  }
}

/** Rejects when fewer than `minWindowBytes` arrive in a window. */
function refuseSlow(request: IncomingMessage, windowMs: number): { failed: Promise<never>; stop: () => void } {
  let arrived = 0;
  const count = (chunk: Buffer): void => void (arrived += chunk.length);
  request.on('data', count);
  const { promise: failed, reject } = Promise.withResolvers<never>();
  const timer = setInterval(() => {
    if (arrived < minWindowBytes) reject(new AppError('invalid', 'The upload is too slow. Try again over a faster connection.'));
    arrived = 0;
  }, windowMs);
  return {
    failed,
    stop: () => {
      clearInterval(timer);
      request.off('data', count);
    },
  };
}

/** Resolves at the end of the form. The request stays open for a response in any case. */
function feed({ req: request }: ServerContext, form: Busboy): Promise<void> {
  return new Promise((resolve, reject) => {
    const breakOff = (cause?: unknown): void => reject(new AppError('invalid', 'The upload was interrupted', { cause }));
    form.once('close', resolve);
    form.once('error', breakOff);
    request.once('error', breakOff);
    request.once('close', () => void (request.complete || breakOff()));
    request.pipe(form);
  });
}

interface Target extends Pick<UploadOptions, 'diskSpace' | 'windowMs'> {
  path: string;
}

async function receive(ctx: ServerContext, form: Busboy, { path, diskSpace, windowMs = defaultWindowMs }: Target): Promise<Received> {
  const received: Received = { fields: {}, name: null, truncated: false };
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  let written: Promise<void> = Promise.resolve();
  form.on('field', (field, value) => void Object.defineProperty(received.fields, field, { value, enumerable: true, configurable: true }));
  form.on('file', (field, stream: Readable & { truncated?: boolean }, { filename }) => {
    if (field !== 'file') return void stream.resume();
    received.name = (filename ?? 'upload').slice(-200);
    stream.on('limit', () => (received.truncated = true));
    written = pipeline(
      stream,
      (chunks) => whileSpaceIsLeft(chunks, diskSpace),
      createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }),
    );
    written.catch(fail);
    return undefined;
  });
  const slow = refuseSlow(ctx.req, windowMs);
  try {
    await Promise.race([feed(ctx, form), failed, slow.failed]);
    await written;
    return received;
  } catch (error) {
    ctx.req.unpipe(form);
    form.destroy();
    await written.catch(() => undefined);
    throw error;
  } finally {
    slow.stop();
  }
}

/**
 * Streams the form field `file` to disk in constant memory. Throws `invalid` (400, 413, 415) and leaves no file in that case.
 * Mount its route with `{ body: 'stream' }`.
 */
export async function receiveUpload(
  ctx: ServerContext,
  { dataDir, limit: max = maxUploadBytes, diskSpace, windowMs }: UploadOptions,
): Promise<Upload> {
  const limit = Math.min(max, await diskSpace());
  if (limit <= 0) throw new AppError('unavailable', diskFullMessage, { retryAfter: 600 });
  const form = open(ctx, limit);
  const path = join(folderOf(dataDir), randomUUID());
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 });
  try {
    const { fields, name, truncated } = await receive(ctx, form, { path, diskSpace, ...(windowMs !== undefined && { windowMs }) });
    if (truncated) throw new RequestError(413, `A file may have ${Math.floor(limit / 1024 ** 2)} MiB at most`);
    if (name === null) throw new AppError('invalid', 'Choose a file', { details: [{ path: 'file', message: 'Choose a file' }] });
    return { path, name, fields };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
