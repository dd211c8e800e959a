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
