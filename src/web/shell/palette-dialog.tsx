import { Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Dialog, DialogContent, DialogTitle } from '#web/ui/dialog.tsx';
import { paletteTexts } from './texts.ts';

const CommandPalette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));

interface FieldProps {
  words: string;
  onWords: (words: string) => void;
}

/** Takes what is typed while the list is still on its way: those letters are keys of the page otherwise. */
function FieldAlone({ words, onWords }: FieldProps) {
  return (
    <div className="flex items-center gap-2 px-3" aria-busy>
      <Search aria-hidden className="text-muted" />
      <input
        value={words}
        aria-label={paletteTexts.title}
        placeholder={paletteTexts.placeholder}
        onChange={(event) => onWords(event.target.value)}
        className="field-text h-10 min-w-0 flex-1 bg-transparent text-14 outline-none placeholder:text-muted"
      />
    </div>
  );
}

/** Opens at once; the list in it is loaded the first time. */
export function PaletteDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [words, setWords] = useState('');
  const change = (next: boolean) => {
    if (!next) setWords('');
    onOpenChange(next);
  };
  const field = { words, onWords: setWords };
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent size="lg" withoutClose aria-describedby={undefined} className="self-start p-0! md:mt-[12vh]">
        <span className="sr-only">
          <DialogTitle>{paletteTexts.title}</DialogTitle>
        </span>
        <Suspense fallback={<FieldAlone {...field} />}>
          <CommandPalette {...field} onClose={() => change(false)} />
        </Suspense>
      </DialogContent>
    </Dialog>
  );
}
