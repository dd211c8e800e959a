import type { CallInput, Route } from '#shared/route.ts';
import { call } from './api.ts';

const qualities = [0.85, 0.7, 0.5, 0.3];

/**
 * Re-encodes a picture: small enough to send, and without its metadata, such as the place where
 * it was taken. Null when it isn't a picture or stays too large.
 */
export async function pictureOf(file: Blob, { edge, length }: { edge: number; length: number }): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const drawing = canvas.getContext('2d');
  drawing?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  if (!drawing) return null;
  const tries = qualities.map((quality) => () => canvas.toDataURL('image/webp', quality));
  for (const encode of [() => canvas.toDataURL('image/png'), ...tries]) {
    const url = encode();
    if (url.length <= length) return url;
  }
  return null;
}

function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads the response of a route (a plain link couldn't send the token). */
export async function saveFile<R extends Route & { produces: string }>(route: R, input: CallInput<R>, name: string): Promise<void> {
  download((await call(route, input)) as unknown as Blob, name);
}

/** Downloads a text as a file. */
export const saveText = (text: string, { name, type }: { name: string; type: string }): void => download(new Blob([text], { type }), name);
