import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy, { type Busboy } from 'busboy';
import { AppError } from '#core/platform/errors.ts';
import { diskFullMessage, type DiskSpace } from '#core/platform/disk-space.ts';
import { RequestError } from './errors.ts';
import type { ServerContext } from './state.ts';

/** 2 GiB: a year of a large community as JSON lines. */
const largestUpload = 2 * 1024 ** 3;

export interface Upload {
  /** Where the bytes are, under `dataDir/tmp`. The receiver removes it when done. */
  path: string;
  /** As the browser called it, without folders; for its ending and for messages only. */
  name: string;
  /** The other fields of the form. */
  fields: Record<string, string>;
}
interface Stream {
  dataDir: string;
  /** Bytes. */
  limit?: number;
  diskSpace: DiskSpace;
}

const folderOf = (dataDir: string): string => join(dataDir, 'tmp');

/** What an earlier process left behind. */
export const clearUploads = (dataDir: string): Promise<void> => rm(folderOf(dataDir), { recursive: true, force: true });

// busboy calls a file truncated that has exactly its limit, hence one byte more.
function open(ctx: ServerContext, limit: number): Busboy {
  try {
    return busboy({
      headers: ctx.req.headers,
      limits: { files: 1, fields: 10, fieldSize: 1000, fieldNameSize: 100, parts: 11, fileSize: limit + 1 },
    });
  } catch (error) {
    throw error instanceof Error && /content.type/i.test(error.message)
      ? new RequestError(415, 'Send a form with a file (multipart/form-data)')
      : new AppError('invalid', 'The form could not be read', { cause: error });
  }
}

interface Received {
  fields: Record<string, string>;
  name: string | null;
  truncated: boolean;
}

function receive(ctx: ServerContext, form: Busboy, path: string): Promise<Received> {
  const received: Received = { fields: {}, name: null, truncated: false };
  const writes: Promise<void>[] = [];
  form.on('field', (field, value) => void Object.defineProperty(received.fields, field, { value, enumerable: true, configurable: true }));
  form.on('file', (field, stream: Readable & { truncated?: boolean }, { filename }) => {
    if (field !== 'file') return void stream.resume();
    received.name = (filename ?? 'upload').slice(-200);
    stream.on('limit', () => (received.truncated = true));
    writes.push(pipeline(stream, createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true })));
    return undefined;
  });
  return pipeline(ctx.req, form).then(
    () => Promise.all(writes).then(() => received),
    (error: unknown) =>
      Promise.allSettled(writes).then(() => Promise.reject(new AppError('invalid', 'The upload broke off', { cause: error }))),
  );
}

/**
 * Streams the form field `file` to disk in constant memory. Throws `invalid` (400, 413, 415) and leaves no file then.
 * Mount its route with `{ body: 'stream' }`.
 */
export async function receiveUpload(ctx: ServerContext, { dataDir, limit: most = largestUpload, diskSpace }: Stream): Promise<Upload> {
  const limit = Math.min(most, await diskSpace());
  if (limit <= 0) throw new AppError('unavailable', diskFullMessage, { retryAfter: 600 });
  const form = open(ctx, limit);
  const path = join(folderOf(dataDir), randomUUID());
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 });
  try {
    const { fields, name, truncated } = await receive(ctx, form, path);
    if (truncated) throw new RequestError(413, `A file may have ${Math.floor(limit / 1024 ** 2)} MiB at most`);
    if (name === null) throw new AppError('invalid', 'Choose a file', { details: [{ path: 'file', message: 'Choose a file' }] });
    return { path, name, fields };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
