import { ArrowRightLeft, Copy, Download, Ellipsis, FileInput, Pause, Play, Radio, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { mutate } from 'swr';
import { type Campaign, campaignRoutes } from '#shared/campaigns.ts';
import { workspaceRoutes } from '#shared/workspaces.ts';
import { call, markStale, pathOf, dropReads, useApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/failure.ts';
import { saveText } from '#web/lib/files.ts';
import { Can, useWorkspace } from '#web/lib/session.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/menu.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { inputOfCampaign } from './draft.ts';
import { ImportDialog, importTexts } from './import-dialog.tsx';
import { texts } from './texts.ts';

/** The format that `earshot campaign export` prints and `earshot campaign create --file` reads. */
function saveFields(campaign: Campaign): void {
  const text = `${JSON.stringify(inputOfCampaign(campaign), null, 2)}\n`;
  saveText(text, { name: `${campaign.name.slice(0, 80).replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.json`, type: 'application/json' });
}

export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const navigate = useNavigate();
  const [isRemoving, setRemoving] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const { others } = useWorkspace();
  const [isImporting, setImporting] = useState(false);
  const params = { id: campaign.id };
  const key = pathOf(campaignRoutes.get, { params });

  /** Shows `next` optimistically and restores the current state when `act` fails. */
  const attempt = async (next: Campaign, act: () => Promise<unknown>) => {
    await mutate(key, next, { revalidate: false });
    try {
      await act();
    } catch (error) {
      await mutate(key, campaign, { revalidate: false });
      toast.error(texts.actionFailed(messageOf(error)));
    }
    markStale(['/campaigns', '/dashboard']);
  };
  const isPaused = campaign.status !== 'active';
  const toggle = () =>
    attempt({ ...campaign, status: isPaused ? 'active' : 'paused' }, async () => {
      await call(isPaused ? campaignRoutes.resume : campaignRoutes.pause, { params });
      toast(isPaused ? texts.resumed : texts.paused);
    });
  const run = () => attempt({ ...campaign, running: true }, () => call(campaignRoutes.run, { params }));
  const duplicate = () =>
    attempt(campaign, async () => {
      const copy = await call(campaignRoutes.duplicate, { params });
      toast(texts.duplicated);
      await navigate(`/dashboard/campaigns/${copy.id}`);
    });
  const remove = async () => {
    await call(campaignRoutes.remove, { params });
    // Clear its cached reads so that none is refetched after the deletion.
    await mutate((other) => typeof other === 'string' && other.startsWith(key), undefined, { revalidate: false });
    await navigate('/dashboard/campaigns', { replace: true });
    markStale(['/campaigns', '/dashboard', '/posts', '/leads']);
    toast(texts.removed(campaign.name));
  };
  return (
    <>
      <Can>
        <Button variant="outline" icon={isPaused ? Play : Pause} onClick={() => void toggle()}>
          {isPaused ? texts.resume : texts.pause}
        </Button>
        <Button variant="outline" icon={Radio} busy={campaign.running} onClick={() => void run()}>
          {texts.runNow}
        </Button>
      </Can>
      <Menu align="end" trigger={<IconButton label={texts.more} icon={Ellipsis} />}>
        <Can>
          <MenuItem icon={FileInput} onSelect={() => setImporting(true)}>
            {importTexts.action}
          </MenuItem>
          <MenuItem icon={Copy} onSelect={() => void duplicate()}>
            {texts.duplicate}
          </MenuItem>
        </Can>
        <MenuItem icon={Download} onSelect={() => saveFields(campaign)}>
          {texts.export}
        </MenuItem>
        <Can do="manage">
          <MenuSeparator />
          {others > 0 ? (
            <MenuItem icon={ArrowRightLeft} onSelect={() => setMoving(true)}>
              {texts.move}
            </MenuItem>
          ) : null}
          <MenuItem icon={Trash2} destructive onSelect={() => setRemoving(true)}>
            {texts.remove}
          </MenuItem>
        </Can>
      </Menu>
      <ImportDialog campaignId={campaign.id} open={isImporting} onOpenChange={setImporting} />
      <MoveDialog campaign={campaign} open={isMoving} onOpenChange={setMoving} />
      <ConfirmDialog
        destructive
        open={isRemoving}
        onOpenChange={setRemoving}
        title={texts.removeTitle(campaign.name)}
        description={texts.removeText(campaign.counts.posts, campaign.counts.leads)}
        confirmLabel={texts.removeConfirm}
        cancelLabel={texts.keep}
        onConfirm={remove}
      />
    </>
  );
}

interface MoveDialogProps {
  campaign: Campaign;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Offers the other workspaces in which the person is owner or admin. */
function MoveDialog({ campaign: { id, name }, open, onOpenChange }: MoveDialogProps) {
  const navigate = useNavigate();
  const { data } = useApi(workspaceRoutes.list, open ? {} : null);
  const [chosen, setChosen] = useState<string>();
  const offered = (data?.items ?? []).filter(({ isActive, role }) => !isActive && (role === 'owner' || role === 'admin'));
  const workspaceId = chosen ?? offered[0]?.id;
  const move = async () => {
    if (workspaceId === undefined) return;
    await call(campaignRoutes.move, { params: { id }, body: { workspaceId } });
    await navigate('/dashboard/campaigns', { replace: true });
    dropReads(['/']);
    toast(texts.moved(name));
  };
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={texts.moveTitle(name)}
      description={texts.moveText}
      confirmLabel={texts.moveConfirm}
      disabled={workspaceId === undefined}
      onConfirm={move}
    >
      {workspaceId === undefined ? (
        data && <Note>{texts.moveNowhere}</Note>
      ) : (
        <RadioGroup
          label={texts.moveTo}
          options={offered.map((one) => ({ value: one.id, label: one.name }))}
          value={workspaceId}
          onChange={setChosen}
        />
      )}
    </ConfirmDialog>
  );
}
