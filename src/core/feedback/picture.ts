import { AppError } from '../errors.ts';

const prefixes = { 'image/png': '89504e470d0a1a0a', 'image/jpeg': 'ffd8ff', 'image/webp': '52494646' } as const;
type PictureType = keyof typeof prefixes;
const isPictureType = (type: string): type is PictureType => Object.hasOwn(prefixes, type);

/** The picture as it is kept. Throws `invalid` for anything whose bytes are not what it says, SVG among them: it can hold scripts. */
export function checkedPicture(dataUrl: string): string {
  const [, type = '', base64 = ''] = /^data:([a-z/]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  const starts = isPictureType(type) && bytes.subarray(0, 8).toString('hex').startsWith(prefixes[type]);
  const isWhole = bytes.length > 32 && (type !== 'image/webp' || bytes.subarray(8, 12).toString('latin1') === 'WEBP');
  if (starts && isWhole) return `data:${type};base64,${bytes.toString('base64')}`;
  throw new AppError('invalid', 'Only PNG, JPEG and WebP pictures', { details: [{ path: 'picture', message: 'Not a picture' }] });
}
