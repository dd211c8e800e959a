import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type Campaign, campaignRoutes } from '#shared/campaigns.ts';
import { workspaceRoutes } from '#shared/workspaces.ts';
import { call, dropReads, useApi } from '#web/lib/api.ts';
import { RadioGroup } from '#web/ui/choice.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { texts } from './texts.ts';

interface MoveDialogProps {
  campaign: Campaign;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Offers the other workspaces in which the person is owner or admin. */
export function MoveDialog({ campaign: { id, name }, open, onOpenChange }: MoveDialogProps) {
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
