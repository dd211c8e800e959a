import { Search } from 'lucide-react';
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { lazyPart } from '#web/ui/lazy.tsx';
import type { PaletteStart } from './palette-group.ts';
import { paletteTexts } from './texts.ts';

const { Part: PaletteFrame } = lazyPart(async () => (await import('./palette-frame.tsx')).PaletteFrame);

interface PaletteProps {
  /** Null while it is closed. */
  start: PaletteStart | null;
  onClose: () => void;
}
interface FieldProps {
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
  /** Enter, before there is a list to choose from. */
  onEnter: () => void;
}

/** Captures typing while the list loads; otherwise those letters would trigger page shortcuts. */
function EarlyField({ text, onText, onClose, onEnter }: FieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    // The dialog that replaces this one returns the focus to the element that has it now.
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
          value={text}
          aria-label={paletteTexts.title}
          placeholder={paletteTexts.placeholder}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Escape') onClose();
            if (key === 'Enter' && !nativeEvent.isComposing && text.trim()) onEnter();
          }}
          className="field-text h-10 min-w-0 flex-1 bg-transparent text-14 outline-none placeholder:text-muted"
        />
      </div>
    </div>
  );
}

/** Opens at once; its list is loaded on first use. */
export function PaletteDialog({ start, onClose }: PaletteProps) {
  const open = start !== null;
  const [text, setText] = useState('');
  const [isEntered, setEntered] = useState(false);
  const [isWanted, setWanted] = useState(open);
  if (open && !isWanted) setWanted(true);
  const close = () => {
    setText('');
    setEntered(false);
    onClose();
  };
  const type = (next: string) => {
    setText(next);
    setEntered(false);
  };
  const field = { text, onText: type, onClose: close, onEnter: () => setEntered(true) };
  if (!isWanted) return null;
  return (
    <Suspense fallback={open ? <EarlyField {...field} /> : null}>
      <PaletteFrame {...field} isEntered={isEntered} open={open} start={start ?? 'commands'} />
    </Suspense>
  );
}
