import { paletteTexts } from './palette-texts.ts';
import { Dialog, DialogContent, HiddenDialogTitle } from '#web/ui/dialog.tsx';
import { CommandPalette, type CommandPaletteProps } from './command-palette.tsx';

interface PaletteFrameProps extends CommandPaletteProps {
  open: boolean;
}

export function PaletteFrame({ open, ...palette }: PaletteFrameProps) {
  return (
    <Dialog open={open} onOpenChange={palette.onClose}>
      <DialogContent size="lg" withoutClose aria-describedby={undefined} className="self-start p-0! md:mt-[12vh]">
        <HiddenDialogTitle>{paletteTexts.title}</HiddenDialogTitle>
        <CommandPalette {...palette} />
      </DialogContent>
    </Dialog>
  );
}
