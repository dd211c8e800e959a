import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { roadmapRoutes, type RoadmapEntry } from '#shared/roadmap.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { fullNumber } from '#web/lib/format.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { statusTexts } from '#web/features/roadmap/texts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog, DialogContent, DialogHeader, DialogTitle } from '#web/ui/dialog.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Table, type Column } from '#web/ui/table.tsx';
import { HiddenHeader } from './hidden-header.tsx';
import { Loaded } from './request-state.tsx';
import { RoadmapForm } from './roadmap-form.tsx';
import { roadmapAdminTexts as texts } from './texts.ts';

interface Handlers {
  onEdit: (entry: RoadmapEntry) => void;
  onRemove: (entry: RoadmapEntry) => void;
}

const columnsWith = ({ onEdit, onRemove }: Handlers): readonly Column<RoadmapEntry>[] => [
  { key: 'title', header: texts.columns.title, render: ({ title }) => <span className="font-medium wrap-anywhere">{title}</span> },
  { key: 'status', header: texts.columns.status, render: ({ status }) => <Badge>{statusTexts[status]}</Badge> },
  { key: 'votes', header: texts.columns.votes, figures: true, render: ({ votes }) => fullNumber(votes) },
  { key: 'changed', header: texts.columns.changed, figures: true, optional: true, render: ({ updatedAt }) => <TimeAgo at={updatedAt} /> },
  {
    key: 'actions',
    header: <HiddenHeader>{texts.columns.actions}</HiddenHeader>,
    figures: true,
    render: (entry) => (
      <span className="inline-flex">
        <IconButton small label={texts.edit(entry.title)} icon={Pencil} onClick={() => onEdit(entry)} />
        <IconButton small label={texts.remove(entry.title)} icon={Trash2} onClick={() => onRemove(entry)} />
      </span>
    ),
  },
];

export function RoadmapEditor() {
  const answer = useApi(roadmapRoutes.list, {});
  const [edited, setEdited] = useState<{ entry: RoadmapEntry | null } | null>(null);
  const [doomed, setDoomed] = useState<RoadmapEntry | null>(null);
  const close = () => setEdited(null);
  const remove = async () => {
    if (doomed) await call(roadmapRoutes.remove, { params: { id: doomed.id } });
    markStale(['/roadmap']);
  };
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Button icon={Plus} onClick={() => setEdited({ entry: null })}>
          {texts.add}
        </Button>
      </div>
      <Loaded answer={answer} isEmpty={({ items }) => items.length === 0} empty={texts.empty}>
        {({ items }) => (
          <Table
            caption={texts.caption}
            rows={items}
            rowKey={({ id }) => id}
            columns={columnsWith({ onEdit: (entry) => setEdited({ entry }), onRemove: setDoomed })}
          />
        )}
      </Loaded>
      <Dialog open={edited !== null} onOpenChange={close}>
        {edited ? (
          <DialogContent aria-describedby={undefined}>
            <DialogHeader>
              <DialogTitle>{edited.entry ? texts.editTitle : texts.add}</DialogTitle>
            </DialogHeader>
            <RoadmapForm entry={edited.entry} onDone={close} />
          </DialogContent>
        ) : null}
      </Dialog>
      {doomed ? (
        <ConfirmDialog
          open
          onOpenChange={() => setDoomed(null)}
          title={texts.removeTitle(doomed.title)}
          description={texts.removeText}
          confirmLabel={texts.removeConfirm}
          destructive
          onConfirm={remove}
        />
      ) : null}
    </div>
  );
}
