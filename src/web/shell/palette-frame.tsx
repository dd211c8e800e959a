import { Dialog, DialogContent, DialogTitle } from '#web/ui/dialog.tsx';
import { CommandPalette, type CommandPaletteProps } from './command-palette.tsx';
import { paletteTexts } from './texts.ts';

interface PaletteFrameProps extends CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function PaletteFrame({ open, onOpenChange, ...palette }: PaletteFrameProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent size="lg" withoutClose aria-describedby={undefined} className="self-start p-0! md:mt-[12vh]">
        <span className="sr-only">
          <DialogTitle>{paletteTexts.title}</DialogTitle>
        </span>
        <CommandPalette {...palette} />
      </DialogContent>
    </Dialog>
  );
}
