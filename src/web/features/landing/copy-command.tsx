import { Copy } from 'lucide-react';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { hostingTexts } from './texts.ts';

export function CopyCommand() {
  const { command, copy, copied, notCopied } = hostingTexts;
  const take = async () => {
    try {
      await navigator.clipboard.writeText(command);
      showToast.success(copied);
    } catch {
      // Browsers allow clipboard access only over https and on localhost.
      showToast.error(notCopied);
    }
  };
  return (
    <div className="flex min-h-12 items-center gap-3 rounded-lg border bg-background py-2 pr-2 pl-4 font-mono text-13">
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span aria-hidden className="text-muted select-none">
          ${' '}
        </span>
        {command}
      </span>
      <Button variant="ghost" size="icon" aria-label={copy} title={copy} icon={Copy} onClick={() => void take()} />
    </div>
  );
}
