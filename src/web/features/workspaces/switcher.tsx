import { Check, House, Users } from 'lucide-react';
import { type Workspace, workspaceRoutes } from '#shared/workspaces.ts';
import { useApi } from '#web/lib/api.ts';
import { attempt } from '#web/lib/failure.ts';
import { goUnlessGuarded } from '#web/lib/unsaved-guard.ts';
import { Command, CommandItem } from '#web/ui/command.tsx';
import { Dialog, DialogContent, HiddenDialogTitle } from '#web/ui/dialog.tsx';
import { Loaded, ListSkeleton } from '#web/ui/states.tsx';
import { switchTo } from './switching.ts';
import { roleLabels, switcherTexts as texts } from './switcher-texts.ts';

export function Switcher({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const answer = useApi(workspaceRoutes.list, open ? {} : null);
  const choose = ({ id, isActive }: Workspace) => {
    onOpenChange(false);
    if (!isActive) goUnlessGuarded(() => void attempt(() => switchTo(id)));
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent withoutClose aria-describedby={undefined} className="self-start p-0! md:mt-[12vh]">
        <HiddenDialogTitle>{texts.title}</HiddenDialogTitle>
        <Loaded answer={answer} failed={texts.failed} skeleton={<ListSkeleton rows={2} />}>
          {({ items }) => (
            <Command label={texts.title} placeholder={texts.find} focused empty={texts.none}>
              {items
                .toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn))
                .map((workspace) => (
                  <CommandItem
                    key={workspace.id}
                    value={workspace.id}
                    keywords={[workspace.name, workspace.isOwn ? texts.own : '']}
                    icon={workspace.isActive ? Check : workspace.isOwn ? House : Users}
                    aside={roleLabels[workspace.role]}
                    onSelect={() => choose(workspace)}
                  >
                    {workspace.isOwn ? texts.own : <bdi>{workspace.name}</bdi>}
                    {workspace.isActive ? <span className="sr-only">, {texts.current}</span> : null}
                  </CommandItem>
                ))}
            </Command>
          )}
        </Loaded>
      </DialogContent>
    </Dialog>
  );
}
