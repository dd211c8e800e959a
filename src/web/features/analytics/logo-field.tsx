import { ImagePlus, X } from 'lucide-react';
import { useState } from 'react';
import { maxLogoLength } from '#shared/reports.ts';
import { pictureOf } from '#web/lib/files.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { shareTexts as texts } from './texts.ts';

/** Larger than it is ever shown or printed. */
const edge = 400;

export function LogoField({ logo, onChange }: { logo: string | null; onChange: (logo: string | null) => void }) {
  const [isRefused, setRefused] = useState(false);
  const take = async (file: Blob | undefined) => {
    const made = file ? await pictureOf(file, { edge, length: maxLogoLength }) : null;
    setRefused(made === null);
    if (made !== null) onChange(made);
  };
  if (logo !== null)
    return (
      <figure className="flex items-center gap-3">
        <img src={logo} alt={texts.logo} className="max-h-12 max-w-40 rounded-sm object-contain" />
        <Button variant="ghost" size="sm" icon={X} onClick={() => onChange(null)}>
          {texts.removeLogo}
        </Button>
      </figure>
    );
  return (
    <div className="flex flex-col items-start gap-2">
      {isRefused ? <Note tone="bad">{texts.notALogo}</Note> : null}
      <label className="inline-flex min-h-10 cursor-pointer items-center gap-2 text-13 font-medium text-primary hover:underline has-focus-visible:outline-2">
        <ImagePlus aria-hidden className="size-4" />
        {texts.addLogo}
        <input
          type="file"
          accept="image/png,image/jpeg,image/webp"
          className="sr-only"
          onChange={({ target }) => void take(target.files?.[0])}
        />
      </label>
    </div>
  );
}
