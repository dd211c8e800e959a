import { AppError } from '#core/platform/errors.ts';
import { type PictureType, pixelsOf } from './pixels.ts';

const prefixes: Record<PictureType, string> = { 'image/png': '89504e470d0a1a0a', 'image/jpeg': 'ffd8ff', 'image/webp': '52494646' };
const isPictureType = (type: string): type is PictureType => Object.hasOwn(prefixes, type);
/** Twice an 8K screen. Compressed, far more pixels would fit into a request, and would freeze an admin's browser. */
const maxPixels = 66_000_000;

const refusal = (message: string, reason: string) => new AppError('invalid', message, { details: [{ path: 'picture', message: reason }] });

/** The picture as it is stored. Throws `invalid` if its bytes don't match its type, and for SVG, which can hold scripts. */
export function checkedPicture(dataUrl: string): string {
  const [, type = '', base64 = ''] = /^data:([a-z/]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  const matches = isPictureType(type) && bytes.length > 32 && bytes.subarray(0, 8).toString('hex').startsWith(prefixes[type]);
  const pixels = matches ? pixelsOf(type, bytes) : 0;
  if (pixels === 0) throw refusal('The picture must be a PNG, JPEG, or WebP file', 'Not a picture');
  if (pixels > maxPixels) throw refusal('The picture has too many pixels. Send a smaller one.', 'Too large');
  return `data:${type};base64,${bytes.toString('base64')}`;
}
