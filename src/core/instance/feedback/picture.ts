import { AppError } from '#core/platform/errors.ts';
import { type PictureType, pixelsOf } from './pixels.ts';

const prefixes: Record<PictureType, string> = { 'image/png': '89504e470d0a1a0a', 'image/jpeg': 'ffd8ff', 'image/webp': '52494646' };
const isPictureType = (type: string): type is PictureType => Object.hasOwn(prefixes, type);
/** Twice an 8K screen. Packed, far more fits into the bytes that a request may have, and would stop an admin's browser. */
const maxPixels = 66_000_000;

const refusal = (message: string, reason: string) => new AppError('invalid', message, { details: [{ path: 'picture', message: reason }] });

/** The picture as it is kept. Throws `invalid` for anything whose bytes are not what it says, SVG among them: it can hold scripts. */
export function checkedPicture(dataUrl: string): string {
  const [, type = '', base64 = ''] = /^data:([a-z/]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  const isSo = isPictureType(type) && bytes.length > 32 && bytes.subarray(0, 8).toString('hex').startsWith(prefixes[type]);
  const pixels = isSo ? pixelsOf(type, bytes) : 0;
  if (pixels === 0) throw refusal('Only PNG, JPEG and WebP pictures', 'Not a picture');
  if (pixels > maxPixels) throw refusal('This picture has too many pixels', 'Too large');
  return `data:${type};base64,${bytes.toString('base64')}`;
}
