import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { newRoadmapEntrySchema, type RoadmapEntry, roadmapRoutes, type RoadmapStatus, roadmapStatusSchema } from '#shared/roadmap.ts';
import { statusTexts } from '#web/features/roadmap/texts.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { useForm } from '#web/lib/form.ts';
import { fullNumber } from '#web/lib/format.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog, DialogContent, DialogForm, DialogHeader } from '#web/ui/dialog.tsx';
import { Field, Select, Textarea, InputField } from '#web/ui/field.tsx';
import { EmptyState, Loaded } from '#web/ui/states.tsx';
import { type Column, HiddenHeader, Table } from '#web/ui/table.tsx';
import { roadmapAdminTexts as texts } from './texts.ts';

type Show = (dialog: ReactNode) => void;

const columnsWith = (show: Show): readonly Column<RoadmapEntry>[] => [
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
        <IconButton small label={texts.edit(entry.title)} icon={Pencil} onClick={() => show(<EntryDialog entry={entry} show={show} />)} />
        <IconButton
          small
          label={texts.remove(entry.title)}
          icon={Trash2}
          onClick={() => show(<RemoveDialog entry={entry} show={show} />)}
        />
      </span>
    ),
  },
];

export function RoadmapEditor() {
  const answer = useApi(roadmapRoutes.list, {});
  const [dialog, show] = useState<ReactNode>(null);
  const add = () => show(<EntryDialog entry={null} show={show} />);
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Button icon={Plus} onClick={add}>
          {texts.add}
        </Button>
      </div>
      <Loaded answer={answer} empty={<EmptyState>{texts.empty}</EmptyState>}>
        {({ items }) => <Table caption={texts.caption} rows={items} rowKey={({ id }) => id} columns={columnsWith(show)} />}
      </Loaded>
      {dialog}
    </div>
  );
}

function RemoveDialog({ entry: { id, title }, show }: { entry: RoadmapEntry; show: Show }) {
  const remove = async () => {
    await call(roadmapRoutes.remove, { params: { id } });
    markStale(['/roadmap']);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={() => show(null)}
      title={texts.removeTitle(title)}
      description={texts.removeText}
      confirmLabel={texts.removeConfirm}
      destructive
      onConfirm={remove}
    />
  );
}

/** `null` creates a new item. */
function EntryDialog({ entry, show }: { entry: RoadmapEntry | null; show: Show }) {
  const close = () => show(null);
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent aria-describedby={undefined}>
        <DialogHeader title={entry ? texts.editTitle : texts.add} />
        <RoadmapForm entry={entry} onDone={close} />
      </DialogContent>
    </Dialog>
  );
}

const statuses = roadmapStatusSchema.options.map((value) => ({ value, label: statusTexts[value] }));
const fieldsSchema = newRoadmapEntrySchema.pick({ title: true, text: true });

function RoadmapForm({ entry, onDone }: { entry: RoadmapEntry | null; onDone: () => void }) {
  const [status, setStatus] = useState<RoadmapStatus>(entry?.status ?? 'considered');
  const form = useForm(fieldsSchema, async (fields) => {
    const body = { ...fields, status };
    await (entry ? call(roadmapRoutes.replace, { params: { id: entry.id }, body }) : call(roadmapRoutes.add, { body }));
    markStale(['/roadmap']);
    showToast.success(texts.saved);
    onDone();
  });
  return (
    <DialogForm form={form} submit={texts.save}>
      <InputField form={form} label={texts.titleLabel} name="title" defaultValue={entry?.title} />
      <Field label={texts.textLabel} error={form.errors['text']}>
        <Textarea name="text" rows={4} defaultValue={entry?.text} />
      </Field>
      <Field label={texts.statusLabel}>
        <Select options={statuses} value={status} onChange={setStatus} />
      </Field>
    </DialogForm>
  );
}
