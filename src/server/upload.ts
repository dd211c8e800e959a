import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy, { type Busboy } from 'busboy';
import type { Actor } from '#core/platform/actor.ts';
import { AppError } from '#core/platform/errors.ts';
import { unfinishedUploads } from '#core/discovery/imports/uploads.ts';
import { diskFullMessage, type DiskSpace } from '#core/platform/guards/disk.ts';
import { RequestError } from './errors.ts';
import type { ServerContext } from './state.ts';

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
  diskSpace: DiskSpace;
  /** Bytes of all files of a user that are arriving. */
  perUser: number;
  /** Length of the window for measuring speed. */
  windowMs?: number;
}

interface Place {
  userId: string;
  /** Reserved on the disk. */
  bytes: number;
  arrived: number;
}
interface Reserved {
  bytes: number;
  /** Called for bytes that are on the disk. */
  arrived: (bytes: number) => void;
  release: () => void;
}
interface Wanted {
  userId: string;
  /** As announced by Content-Length; null if it isn't. */
  bytes: number | null;
  /** What the route accepts. */
  max: number;
}

const mib = 1024 ** 2;
const retryAfter = 60;

const tooLarge = (bytes: number): RequestError => new RequestError(413, `A file may have ${Math.floor(bytes / mib)} MiB at most`);

/**
 * Space on the disk for uploads until they have arrived. All of a user's together have the size of one file, and each gets at most
 * half of what is free and not reserved, so that however many there are, the disk never counts as full because of them.
 */
function createUploadQuota({ perUser, diskSpace }: { perUser: number; diskSpace: DiskSpace }) {
  const places = new Set<Place>();
  const sum = (of: (place: Place) => number): number => [...places].reduce((all, place) => all + of(place), 0);

  return {
    /** Throws `invalid` (413) for more than there can be, `too_many` beside the user's other uploads, `unavailable` on a full disk. */
    async reserve({ userId, bytes: wanted, max }: Wanted): Promise<Reserved> {
      if (wanted !== null && wanted > max) throw tooLarge(max);
      const space = await diskSpace();
      const half = Math.floor((space - sum(({ bytes, arrived }) => bytes - arrived)) / 2);
      if (half <= 0) throw new AppError('unavailable', diskFullMessage, { retryAfter: 600 });
      const left = perUser - sum((place) => (place.userId === userId ? place.bytes : 0));
      if (left <= 0 || (wanted ?? 0) > left)
        throw new AppError('too_many', 'Your other uploads are still running. Wait for them to finish, then try again.', { retryAfter });
      if (wanted !== null && wanted > half)
        throw new RequestError(413, `The server has space for files of ${Math.floor(half / mib)} MiB at most. Split the file.`);
      const place = { userId, bytes: wanted ?? Math.min(max, left, half), arrived: 0 };
      places.add(place);
      return {
        bytes: place.bytes,
        arrived: (bytes) => void (place.arrived = Math.min(place.bytes, place.arrived + bytes)),
        release: () => void places.delete(place),
      };
    },
  };
}

const checkEveryBytes = 4 * 1024 ** 2;
/** 16 KiB/s: slower than any connection that could send a file of several megabytes. Smaller files end before that is measured. */
const minWindowBytes = 480 * 1024;
const defaultWindowMs = 30_000;
/** Of a form besides its file: ten fields and the names of parts. */
const formBytes = 64 * 1024;

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
async function* whileSpaceIsLeft(stream: Readable, { diskSpace, arrived }: Pick<Target, 'diskSpace' | 'arrived'>): AsyncGenerator<Buffer> {
  let unchecked = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    unchecked += chunk.length;
    arrived(chunk.length);
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
    if (arrived < minWindowBytes) reject(new RequestError(408, 'The upload is too slow. Try again over a faster connection.'));
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

interface Target extends Pick<UploadOptions, 'diskSpace'> {
  path: string;
  windowMs: number;
  arrived: (bytes: number) => void;
}

async function receive(ctx: ServerContext, form: Busboy, { path, windowMs, ...space }: Target): Promise<Received> {
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
      (chunks) => whileSpaceIsLeft(chunks, space),
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

interface Room extends Omit<Target, 'path'>, Pick<UploadOptions, 'dataDir'> {
  limit: number;
}

async function receiveInto(ctx: ServerContext, { dataDir, limit, ...target }: Room): Promise<Upload> {
  const form = open(ctx, limit);
  const path = join(unfinishedUploads(dataDir), randomUUID());
  await mkdir(unfinishedUploads(dataDir), { recursive: true, mode: 0o700 });
  try {
    const { fields, name, truncated } = await receive(ctx, form, { path, ...target });
    if (truncated) throw tooLarge(limit);
    if (name === null) throw new AppError('invalid', 'Choose a file', { details: [{ path: 'file', message: 'Choose a file' }] });
    return { path, name, fields };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/**
 * Streams the form field `file`, of `limit` bytes at most, to disk in constant memory. Throws `invalid` (400, 408, 413, 415),
 * `too_many`, and `unavailable`, and leaves no file in that case. Mount its route with `{ body: 'stream' }`.
 */
export function createReceiveUpload({ dataDir, diskSpace, perUser, windowMs = defaultWindowMs }: UploadOptions) {
  const quota = createUploadQuota({ perUser: perUser + formBytes, diskSpace });
  return async function receiveUpload(ctx: ServerContext, actor: Actor, limit: number): Promise<Upload> {
    const userId = actor.kind === 'user' ? actor.userId : 'system';
    const { bytes, arrived, release } = await quota.reserve({ userId, bytes: ctx.request.length ?? null, max: limit + formBytes });
    try {
      return await receiveInto(ctx, { dataDir, diskSpace, windowMs, arrived, limit: Math.min(limit, bytes) });
    } finally {
      release();
    }
  };
}
