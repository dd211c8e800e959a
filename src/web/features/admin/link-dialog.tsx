import { Copy } from 'lucide-react';
import { showToast } from '#web/lib/show-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle } from '#web/ui/dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { linkTexts } from './texts.ts';

export interface ShownLink {
  title: string;
  text: string;
  link: string;
}

/** Shows a link once, to copy and pass on. */
export function LinkDialog({ shown, onClose }: { shown: ShownLink | null; onClose: () => void }) {
  const copy = async (link: string) => {
    await navigator.clipboard.writeText(link);
    showToast.success(linkTexts.copied);
  };
  return (
    <Dialog open={shown !== null} onOpenChange={onClose}>
      {shown ? (
        <DialogContent>
          <DialogHeader>
            <DialogTitle>{shown.title}</DialogTitle>
            <DialogDescription>{shown.text}</DialogDescription>
          </DialogHeader>
          <Input readOnly aria-label={linkTexts.label} value={shown.link} onFocus={(event) => event.target.select()} className="mt-4" />
          <DialogFooter>
            <Button icon={Copy} onClick={() => void copy(shown.link)}>
              {linkTexts.copy}
            </Button>
          </DialogFooter>
        </DialogContent>
      ) : null}
    </Dialog>
  );
}
