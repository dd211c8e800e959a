import { Mail, Pause, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { reportEmailRoutes, type ReportRecipient, type ReportSchedule } from '#shared/report-emails.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { attempt, useAttempt } from '#web/lib/failure.ts';
import { tSent } from '#web/lib/language.ts';
import { Can } from '#web/lib/session.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Note } from '#web/ui/note.tsx';
import { EmptyState, Loaded, ListSkeleton } from '#web/ui/states.tsx';
import { type EmailProps, ReportEmailForm } from './report-email-form.tsx';
import { emailTexts as texts, scheduleText, shareTexts } from './texts.ts';

const renew = () => markStale(['/reports']);

/** Reports that are emailed every week or month. */
export function ReportEmails({ campaigns, range }: Pick<EmailProps, 'campaigns' | 'range'>) {
  const answer = useApi(reportEmailRoutes.list, {});
  const [edited, setEdited] = useState<ReportSchedule | 'new' | null>(null);
  const [asked, setAsked] = useState<ReportSchedule | null>(null);
  const remove = async () => {
    await call(reportEmailRoutes.remove, { params: { id: asked?.id ?? '' } });
    renew();
  };
  if (edited !== null) {
    const done = () => {
      renew();
      setEdited(null);
    };
    return (
      <ReportEmailForm
        campaigns={campaigns}
        range={range}
        schedule={edited === 'new' ? null : edited}
        onDone={done}
        onCancel={() => setEdited(null)}
      />
    );
  }
  const add = (
    <Can do="manage">
      <Button variant="outline" icon={Plus} onClick={() => setEdited('new')}>
        {texts.add}
      </Button>
    </Can>
  );
  return (
    <>
      <p className="text-13 text-soft-text">{texts.lead}</p>
      <Loaded answer={answer} failed={texts.failed} skeleton={<ListSkeleton rows={2} />}>
        {({ items, isReady }) => (
          <>
            {isReady ? null : (
              <Note tone="warn" className="mt-4">
                {texts.notReady}
              </Note>
            )}
            {items.length === 0 ? (
              isReady ? (
                <EmptyState action={add}>{texts.empty}</EmptyState>
              ) : null
            ) : (
              <>
                <ul className="mt-2">
                  {items.map((schedule) => (
                    <Schedule
                      key={schedule.id}
                      schedule={schedule}
                      onEdit={() => setEdited(schedule)}
                      onRemove={() => setAsked(schedule)}
                    />
                  ))}
                </ul>
                <div className="mt-4">{add}</div>
              </>
            )}
          </>
        )}
      </Loaded>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={texts.removeTitle}
        description={texts.removeText}
        confirmLabel={texts.remove}
        destructive
        onConfirm={remove}
      />
    </>
  );
}

async function setPaused({ id }: ReportSchedule, isPaused: boolean): Promise<void> {
  await attempt(() => call(reportEmailRoutes.update, { params: { id }, body: { isPaused } }));
  renew();
}

interface ScheduleProps {
  schedule: ReportSchedule;
  onEdit: () => void;
  onRemove: () => void;
}

function Schedule({ schedule, onEdit, onRemove }: ScheduleProps) {
  const { id, campaign, paused, recipients, nextAt } = schedule;
  const name = campaign ?? shareTexts.allCampaigns;
  const [isTrying, start] = useAttempt();
  const tryIt = async () => {
    const { sent, message } = await call(reportEmailRoutes.try, { params: { id } });
    if (sent) showToast.success(tSent(message));
    else showToast.error(tSent(message));
    renew();
  };
  return (
    <li className="border-b border-line py-4 last:border-b-0">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1">
          <p className="text-14 font-medium wrap-anywhere">
            <bdi>{name}</bdi>
          </p>
          <p className="text-13 text-soft-text">
            {scheduleText(schedule)}
            {paused === null ? (
              <>
                {' · '}
                {texts.next} <TimeAgo at={nextAt} />
              </>
            ) : null}
          </p>
        </div>
        <Can do="manage">
          <div className="-mt-1 flex flex-none items-center gap-0.5 max-md:w-full max-md:justify-end">
            <Button variant="outline" size="sm" busy={isTrying} aria-label={texts.tryOf(name)} onClick={() => void start(tryIt)}>
              {texts.try}
            </Button>
            <IconButton small label={texts.editOf(name)} icon={Pencil} onClick={onEdit} />
            {paused === null ? (
              <IconButton small label={texts.pauseOf(name)} icon={Pause} onClick={() => void setPaused(schedule, true)} />
            ) : null}
            <IconButton small label={texts.removeOf(name)} icon={Trash2} onClick={onRemove} />
          </div>
        </Can>
      </div>
      <ul className="mt-2 flex flex-col gap-1">
        {recipients.map((recipient) => (
          <Recipient key={recipient.email} recipient={recipient} />
        ))}
      </ul>
      {paused === null ? null : (
        <Note
          tone="warn"
          className="mt-3"
          action={
            <Can do="manage">
              <Button variant="outline" size="sm" aria-label={texts.resumeOf(name)} onClick={() => void setPaused(schedule, false)}>
                {texts.resume}
              </Button>
            </Can>
          }
        >
          {tSent(paused)}
        </Note>
      )}
    </li>
  );
}

function Recipient({ recipient: { email, lastSentAt, unsubscribedAt, isWaiting, error } }: { recipient: ReportRecipient }) {
  return (
    <li className="flex gap-2 text-13">
      <Mail aria-hidden className="mt-0.5 size-3.5 text-muted" />
      <span className="min-w-0 wrap-anywhere">
        <bdi>{email}</bdi>
        <span className="text-muted">
          {' · '}
          {unsubscribedAt !== null ? (
            <>
              {texts.unsubscribed} <TimeAgo at={unsubscribedAt} />
            </>
          ) : isWaiting ? (
            texts.waiting
          ) : lastSentAt === null ? (
            texts.neverSent
          ) : (
            <>
              {texts.sent} <TimeAgo at={lastSentAt} />
            </>
          )}
        </span>
        {error !== null && unsubscribedAt === null ? <span className="block text-bad">{tSent(error.message)}</span> : null}
      </span>
    </li>
  );
}
