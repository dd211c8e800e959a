import { Copy } from 'lucide-react';
import { copyText } from '#web/lib/clipboard.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { tokenTexts as texts } from './texts.ts';

/** Shown only once. */
export function Secret({ note, secret }: { note: string; secret: string }) {
  return (
    <Note tone="good" action={<IconButton small label={texts.copy} icon={Copy} onClick={() => void copyText(secret)} />}>
      {note}
      <code className="mt-1 block font-mono text-12 break-all select-all">{secret}</code>
    </Note>
  );
}
