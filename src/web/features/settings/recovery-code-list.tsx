import { Copy, Download } from 'lucide-react';
import { copyText } from '#web/features/inbox/reply-box.tsx';
import { saveText } from '#web/lib/save-text.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogFooter } from '#web/ui/dialog.tsx';
import { twoFactorTexts as texts } from './two-factor-texts.ts';

/** Shown only once, until the user says that the codes are saved. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n');
  return (
    <>
      <ul className="mt-4 grid grid-cols-2 gap-2 rounded-md bg-sunken p-4 font-mono text-13 max-md:grid-cols-1">
        {codes.map((code) => (
          <li key={code} className="select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="outline" icon={Copy} onClick={() => void copyText(text)}>
          {texts.copyCodes}
        </Button>
        <Button variant="outline" icon={Download} onClick={() => saveText(`${text}\n`, { name: texts.fileName, type: 'text/plain' })}>
          {texts.saveCodes}
        </Button>
      </div>
      <DialogFooter>
        <Button onClick={onDone}>{texts.done}</Button>
      </DialogFooter>
    </>
  );
}
