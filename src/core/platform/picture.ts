import { AppError } from './errors.ts';

type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

/** PNG (Third Edition) 11.2.1: IHDR is the first chunk. */
const ofPng = (bytes: Buffer): number =>
  bytes.toString('latin1', 12, 16) === 'IHDR' ? bytes.readUInt32BE(16) * bytes.readUInt32BE(20) : 0;

/** Start-of-frame markers of ITU-T T.81, which exclude C4, C8, and CC. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function ofJpeg(bytes: Buffer): number {
  for (let at = 2; at + 9 < bytes.length;) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff) return 0;
    if (isFrame(marker)) return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7);
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return 0;
}

/** RFC 9649: extended, lossless, and simple files store their size differently. */
function ofWebp(bytes: Buffer): number {
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') return 0;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return (bytes.readUIntLE(24, 3) + 1) * (bytes.readUIntLE(27, 3) + 1);
  if (kind === 'VP8 ') return (bytes.readUInt16LE(26) & 0x3fff) * (bytes.readUInt16LE(28) & 0x3fff);
  if (kind !== 'VP8L') return 0;
  const packed = bytes.readUInt32LE(21);
  return ((packed & 0x3fff) + 1) * (((packed >>> 14) & 0x3fff) + 1);
}

const readers: Record<PictureType, (bytes: Buffer) => number> = { 'image/png': ofPng, 'image/jpeg': ofJpeg, 'image/webp': ofWebp };

/** Width times height from the header of a picture of at least 33 bytes; 0 if not found. */
const pixelsOf = (type: PictureType, bytes: Buffer): number => readers[type](bytes);

const prefixes: Record<PictureType, string> = { 'image/png': '89504e470d0a1a0a', 'image/jpeg': 'ffd8ff', 'image/webp': '52494646' };
const isPictureType = (type: string): type is PictureType => Object.hasOwn(prefixes, type);
/** Validates a picture for storage. Throws `invalid` if its bytes don't match its type, and for SVG, which may contain scripts. */
export function checkedPicture(dataUrl: string, { path, maxPixels }: { path: string; maxPixels: number }): string {
  const refusal = (message: string, reason: string) => new AppError('invalid', message, { details: [{ path, message: reason }] });
  const [, type = '', base64 = ''] = /^data:([a-z/]+);base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  const matches = isPictureType(type) && bytes.length > 32 && bytes.subarray(0, 8).toString('hex').startsWith(prefixes[type]);
  const pixels = matches ? pixelsOf(type, bytes) : 0;
  if (pixels === 0) throw refusal('The picture must be a PNG, JPEG, or WebP file', 'Not a picture');
  if (pixels > maxPixels) throw refusal('The picture has too many pixels. Send a smaller one.', 'Too large');
  return `data:${type};base64,${bytes.toString('base64')}`;
}
