import { Link } from 'react-router-dom';
import { helpPath } from '#web/features/help/sections.ts';
import { useIsTeam, useWorkspace } from '#web/lib/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog, DialogContent, DialogFooter, DialogHeader } from '#web/ui/dialog.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { keyGuide, keyTexts } from './key-guide.ts';

/** Not the close button: its tooltip would swallow the first Escape. */
function focusPanel(event: Event): void {
  event.preventDefault();
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus();
}

/** The keys that do something here. */
function useKeyGuide(): typeof keyGuide {
  const { others } = useWorkspace();
  const has = { team: useIsTeam(), workspaces: others > 0 };
  return keyGuide.map(({ title, keys }) => ({ title, keys: keys.filter(({ needs }) => needs === undefined || has[needs]) }));
}

export function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const guide = useKeyGuide();
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent size="lg" onOpenAutoFocus={focusPanel}>
        <DialogHeader title={keyTexts.title} text={keyTexts.hint} />
        <div className="mt-4 columns-2 gap-8 max-md:columns-1">
          {guide.map(({ title, keys: listed }) => (
            <section key={title} className="mb-4 break-inside-avoid">
              <h3 className="mb-1 text-12 font-medium text-muted">{title}</h3>
              <dl className="grid grid-cols-[minmax(0,1fr)_auto] text-13">
                {listed.map(({ label, keys }) => (
                  <div key={label} className="col-span-2 grid grid-cols-subgrid border-t border-line py-1.5 first:border-t-0">
                    <dt>{label}</dt>
                    <dd className="flex justify-end gap-1">
                      {keys.map((key) => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <DialogFooter>
          <Button variant="outline" asChild>
            <Link to={helpPath()} onClick={() => onOpenChange(false)}>
              {keyTexts.openHelp}
            </Link>
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
