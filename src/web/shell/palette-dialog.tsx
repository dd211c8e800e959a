import { Search } from 'lucide-react';
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { latePart } from '#web/lib/late-part.ts';
import { paletteTexts } from './texts.ts';

const { Part: PaletteFrame } = latePart(async () => (await import('./palette-frame.tsx')).PaletteFrame);

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}
interface FieldProps {
  words: string;
  onWords: (words: string) => void;
  onClose: () => void;
}

/** Takes what is typed while the list is still on its way: those letters are keys of the page otherwise. */
function FieldAlone({ words, onWords, onClose }: FieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    // The dialog that takes over gives the focus back to what has it now.
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div role="dialog" aria-modal aria-busy aria-label={paletteTexts.title} className="fixed inset-0 z-50 flex justify-center bg-scrim p-4">
      <div className="flex w-160 max-w-full items-center gap-2 self-start rounded-lg bg-raised px-3 shadow-float md:mt-[12vh]">
        <Search aria-hidden className="text-muted" />
        <input
          ref={field}
          value={words}
          aria-label={paletteTexts.title}
          placeholder={paletteTexts.placeholder}
          onChange={(event) => onWords(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && onClose()}
          className="field-text h-10 min-w-0 flex-1 bg-transparent text-14 outline-none placeholder:text-muted"
        />
      </div>
    </div>
  );
}

/** Opens at once; the list in it is loaded the first time. */
export function PaletteDialog({ open, onOpenChange }: PaletteProps) {
  const [words, setWords] = useState('');
  const [isWanted, setWanted] = useState(open);
  if (open && !isWanted) setWanted(true);
  const change = (next: boolean) => {
    if (!next) setWords('');
    onOpenChange(next);
  };
  const field = { words, onWords: setWords, onClose: () => change(false) };
  if (!isWanted) return null;
  return (
    <Suspense fallback={open ? <FieldAlone {...field} /> : null}>
      <PaletteFrame {...field} open={open} onOpenChange={change} />
    </Suspense>
  );
}
