import { ImagePlus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { sendTexts as texts } from './texts.ts';
import { maxPictureLength } from '#shared/feedback.ts';

interface PictureInputProps {
  picture: string | null;
  onChange: (picture: string | null) => void;
}

/** A picture to attach: chosen as a file or pasted into the field. */
export function usePicture() {
  const [picture, setPicture] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const take = async (file: Blob | null | undefined) => {
    if (!file) return;
    const made = await pictureOf(file);
    setFailed(made === null);
    setPicture(made);
  };
  return { picture, setPicture, failed, take };
}

export function PictureInput({
  picture,
  onChange,
  failed,
  take,
}: PictureInputProps & { failed: boolean; take: (file: Blob | null | undefined) => Promise<void> }) {
  const id = useId();
  if (picture !== null)
    return (
      <figure className="flex items-start gap-3">
        <img src={picture} alt={texts.picture} className="max-h-40 max-w-full rounded border" />
        <Button variant="ghost" size="sm" icon={X} onClick={() => onChange(null)}>
          {texts.removePicture}
        </Button>
      </figure>
    );
  return (
    <div className="flex flex-col gap-2">
      {failed ? <Note tone="bad">{texts.notAPicture}</Note> : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <label
          htmlFor={id}
          className="inline-flex min-h-10 cursor-pointer items-center gap-2 text-13 font-medium text-primary hover:underline has-focus-visible:outline-2"
        >
          <ImagePlus aria-hidden className="size-4" />
          {texts.attach}
          <input
            id={id}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            className="sr-only"
            onChange={(event) => void take(event.target.files?.[0])}
          />
        </label>
        <span className="text-12 text-muted">{texts.attachHint}</span>
      </div>
    </div>
  );
}

const maxEdge = 2000;
const qualities = [0.85, 0.7, 0.5, 0.3];

/**
 * Re-encodes a picture: small enough to send, and without its metadata, such as the place where
 * it was taken. Null when it isn't a picture or stays too large.
 */
async function pictureOf(file: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return null;
  const scale = Math.min(1, maxEdge / Math.max(bitmap.width, bitmap.height));
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
    if (url.length <= maxPictureLength) return url;
  }
  return null;
}
