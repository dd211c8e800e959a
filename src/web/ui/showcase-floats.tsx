import { AlarmClock, Archive, Trash2, UserCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { Chip } from './chip.tsx';
import { Command, CommandGroup, CommandItem } from './command.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from './dialog.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { Kbd } from './kbd.tsx';
import { Menu, MenuCheck, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from './menu.tsx';
import { PopoverClose } from './popover-panel.tsx';
import { Popover } from './popover.tsx';
import { Sheet } from './sheet.tsx';
import { Kit, KitRow } from './showcase-kit.tsx';
import { toast, toastWithAction } from './toaster.tsx';
import { Tooltip } from './tooltip.tsx';

function SampleDialog() {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="outline">Dialog</Button>
      </DialogTrigger>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Name this view</DialogTitle>
          <DialogDescription>It keeps the filters that are set now.</DialogDescription>
        </DialogHeader>
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
  const [comments, setComments] = useState(true);
  return (
    <Menu trigger={<Button variant="outline">Menu</Button>}>
      <MenuItem icon={UserCheck} shortcut="l">
        Make it a lead
      </MenuItem>
      <MenuItem icon={AlarmClock} shortcut="f">
        Follow up
      </MenuItem>
      <MenuItem icon={Archive} shortcut="e" disabled>
        Archive
      </MenuItem>
      <MenuSeparator />
      <MenuLabel>Order</MenuLabel>
      <MenuChoice
        value={order}
        onChange={setOrder}
        options={[
          { value: 'best', label: 'Best first' },
          { value: 'newest', label: 'Newest first' },
        ]}
      />
      <MenuCheck checked={comments} onChange={setComments}>
        Comments too
      </MenuCheck>
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
              <PopoverClose key={reason} asChild>
                <Chip>
                  <Kbd>{index + 1}</Kbd>
                  {reason}
                </Chip>
              </PopoverClose>
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
            <CommandItem value="Archived" icon={Archive} shortcut="g a" onSelect={() => undefined}>
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
      <Sheet open={sheet} onOpenChange={setSheet} title="Add a follow-up" footer={<Button onClick={() => setSheet(false)}>Add</Button>}>
        <Field label="Note">
          <Input placeholder="Ping after the 20th" />
        </Field>
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
