import { AlarmClock, Archive, Trash2, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Command, CommandGroup, CommandItem } from '#web/ui/command.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog, DialogClose, DialogContent, DialogFooter, DialogHeader, Sheet } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '#web/ui/menu.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { Kit, KitRow } from './kit.tsx';
import { toast, toastWithAction } from '#web/ui/toaster.tsx';
import { Tooltip } from '#web/ui/tooltip.tsx';

function SampleDialog() {
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Dialog
      </Button>
      <DialogContent>
        <DialogHeader title={<>Name this view</>} text={<>It keeps the filters that are set now.</>} />
        <div className="mt-4">
          <Field label="Name">
            <Input placeholder="Needs me" />
          </Field>
        </div>
        <DialogFooter>
          <DialogClose asChild>
            <Button variant="outline">Cancel</Button>
          </DialogClose>
          <DialogClose asChild>
            <Button>Save view</Button>
          </DialogClose>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function SampleMenu() {
  const [order, setOrder] = useState<'best' | 'newest'>('best');
  return (
    <Menu trigger={<Button variant="outline">Menu</Button>}>
      <MenuItem icon={UserCheck}>Make it a lead</MenuItem>
      <MenuItem icon={AlarmClock}>Follow up</MenuItem>
      <MenuItem icon={Archive}>Archive</MenuItem>
      <MenuSeparator />
      <MenuChoice
        value={order}
        onChange={setOrder}
        options={[
          { value: 'best', label: 'Best first' },
          { value: 'newest', label: 'Newest first' },
        ]}
      />
      <MenuSeparator />
      <MenuItem icon={Trash2} destructive>
        Delete
      </MenuItem>
    </Menu>
  );
}

const dismissals = ['Not my customer', 'No need', 'Sells', 'Wrong subreddit', 'Old'];

export function FloatKit() {
  const [confirming, setConfirming] = useState(false);
  const [sheet, setSheet] = useState(false);
  const fail = () => Promise.reject(new Error('The server did not answer. Nothing was deleted.'));
  return (
    <Kit title="Dialog, menu, popover">
      <KitRow>
        <SampleDialog />
        <Button variant="outline" onClick={() => setConfirming(true)}>
          Confirm
        </Button>
        <Button variant="outline" onClick={() => setSheet(true)}>
          Sheet
        </Button>
        <SampleMenu />
        <Popover label="Why dismiss it?" className="w-60" trigger={<Button variant="outline">Popover</Button>}>
          <p className="text-13 font-medium">Why dismiss it?</p>
          <div className="mt-2 flex flex-wrap gap-1.5">
            {dismissals.map((reason, index) => (
              <Chip key={reason}>
                <Kbd>{index + 1}</Kbd>
                {reason}
              </Chip>
            ))}
          </div>
        </Popover>
        <Tooltip content="Archive" shortcut="e">
          <Button variant="outline">Tooltip</Button>
        </Tooltip>
      </KitRow>
      <div className="max-w-100 rounded-lg bg-raised shadow-float">
        <Command label="Commands" placeholder="Go to, run, find" empty="Nothing fits.">
          <CommandGroup heading="Go to">
            <CommandItem value="Leads" icon={UserCheck} aside="4 new" onSelect={() => undefined}>
              Leads
            </CommandItem>
            <CommandItem value="Archived" icon={Archive} onSelect={() => undefined}>
              Archived
            </CommandItem>
          </CommandGroup>
        </Command>
      </div>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        destructive
        title="Delete “Paperboat · late invoices”?"
        description="Its 87 posts and 38 leads go with it. You can undo this for 30 seconds."
        confirmLabel="Delete campaign"
        cancelLabel="Keep"
        onConfirm={fail}
      />
      <Sheet open={sheet} onOpenChange={setSheet} title="Main navigation">
        What stands in the sheet.
      </Sheet>
    </Kit>
  );
}

export function ToastKit() {
  const undone = () => toast.success('They are back');
  return (
    <Kit title="Toast" note="Top right, 350 px">
      <KitRow>
        <Button variant="outline" onClick={() => toast('Monitoring started for campaign')}>
          Blank
        </Button>
        <Button variant="outline" onClick={() => toast.success('New lead found: u/graphite_otter (93)')}>
          Success
        </Button>
        <Button variant="outline" onClick={() => toast.error('Monitoring error: r/etsysellers answers 429')}>
          Error
        </Button>
        <Button variant="outline" onClick={() => toast.loading('Reading 7 of 24 subreddits')}>
          Loading
        </Button>
        <Button variant="outline" onClick={() => toast.custom(<b className="font-semibold">Only what was given</b>)}>
          Custom
        </Button>
        <Button
          variant="outline"
          onClick={() =>
            toastWithAction(
              'Archived 3 posts',
              { label: 'Undo', shortcut: 'u', onSelect: undone },
              { icon: <Archive className="text-muted" /> },
            )
          }
        >
          With action
        </Button>
        <Button variant="ghost" onClick={() => toast.dismissAll()}>
          Dismiss all
        </Button>
      </KitRow>
    </Kit>
  );
}
