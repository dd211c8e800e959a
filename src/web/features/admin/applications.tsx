import { type ReactNode, useState } from 'react';
import { adminRoutes } from '#shared/admin.ts';
import { type Application, type ApplicationStatus, applicationStatusSchema, betaRoutes } from '#shared/beta.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { attempt } from '#web/lib/failure.ts';
import { systemRoutes } from '#shared/system.ts';
import { useBetaMode } from '#web/lib/public-settings.tsx';
import { showToast } from '#web/lib/show-toast.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Switch } from '#web/ui/choice.tsx';
import { Select } from '#web/ui/field.tsx';
import { Section } from '#web/ui/page.tsx';
import { Pager, usePager } from '#web/ui/table.tsx';
import { EmptyState, Loaded } from '#web/ui/states.tsx';
import { applicationTexts as texts, settingTexts } from './texts.ts';
import { LinkDialog } from './user-dialogs.tsx';

const tones: Record<ApplicationStatus, BadgeTone> = { waiting: 'primary', accepted: 'neutral', verified: 'good', declined: 'outline' };
const filters = [
  { value: 'all' as const, label: texts.all },
  ...applicationStatusSchema.options.map((value) => ({ value, label: texts.status[value] })),
];

interface RowProps {
  application: Application;
  onDecide: (status: 'accepted' | 'declined') => void;
}

function Row({ application: { name, email, useCase, status, createdAt }, onDecide }: RowProps) {
  return (
    <li className="flex flex-wrap items-start gap-x-6 gap-y-3 border-b border-line py-4">
      <div className="min-w-60 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <b className="font-medium wrap-anywhere">{name}</b>
          <Badge tone={tones[status]}>{texts.status[status]}</Badge>
        </p>
        <p className="text-12 text-muted wrap-anywhere">
          {email} · <TimeAgo at={createdAt} />
        </p>
        {useCase ? <p className="mt-2 max-w-[68ch] whitespace-pre-line wrap-anywhere text-soft-text">{useCase}</p> : null}
      </div>
      <div className="flex gap-2">
        {status === 'declined' ? null : (
          <Button variant="outline" onClick={() => onDecide('declined')}>
            {texts.decline}
          </Button>
        )}
        <Button variant={status === 'waiting' ? 'secondary' : 'outline'} onClick={() => onDecide('accepted')}>
          {status === 'accepted' || status === 'verified' ? texts.again : texts.accept}
        </Button>
      </div>
    </li>
  );
}

export function Applications() {
  const [status, setStatus] = useState<ApplicationStatus | 'all'>('all');
  const pager = usePager();
  const query = { limit: 50, cursor: pager.cursor, ...(status === 'all' ? {} : { status }) };
  const answer = useApi(betaRoutes.list, { query }, { keepPreviousData: true });
  const [dialog, show] = useState<ReactNode>(null);

  const decide = async ({ id, name, email }: Application, next: 'accepted' | 'declined') => {
    await attempt(async () => {
      const { link, mailed } = await call(betaRoutes.decide, { params: { id }, body: { status: next } });
      if (link === null) showToast.success(texts.declined(name));
      else
        show(
          <LinkDialog
            title={texts.linkTitle}
            text={mailed ? texts.emailed(email) : texts.manual(email)}
            link={link}
            onClose={() => show(null)}
          />,
        );
    });
    markStale(['/admin/beta-applications', '/admin/overview']);
  };
  const choose = (next: ApplicationStatus | 'all') => {
    setStatus(next);
    pager.reset();
  };

  return (
    <div className="flex flex-col gap-4">
      <div>
        <Select aria-label={texts.filter} options={filters} value={status} onChange={choose} />
      </div>
      <Loaded answer={answer} empty={<EmptyState>{texts.empty}</EmptyState>}>
        {({ items, nextCursor }) => (
          <>
            <ul className="border-t border-line">
              {items.map((application) => (
                <Row key={application.id} application={application} onDecide={(next) => void decide(application, next)} />
              ))}
            </ul>
            <Pager pager={pager} nextCursor={nextCursor} />
          </>
        )}
      </Loaded>
      {dialog}
    </div>
  );
}

export function InstanceSettings() {
  const answer = useApi(adminRoutes.settings, {});
  const { refresh } = useBetaMode();
  const change = async (betaModeEnabled: boolean) => {
    const send = () => call(adminRoutes.changeSettings, { body: { betaModeEnabled } });
    await attempt(async () => {
      await answer.mutate(send, { optimisticData: { betaModeEnabled }, revalidate: false });
      showToast.success(betaModeEnabled ? settingTexts.on : settingTexts.off);
    });
    await refresh();
    markStale([systemRoutes.app.path]);
  };
  return (
    <Section title={settingTexts.registration} className="max-w-160">
      <Loaded answer={answer}>
        {({ betaModeEnabled }) => (
          <div className="pt-4">
            <Switch checked={betaModeEnabled} onChange={(event) => void change(event.target.checked)} hint={settingTexts.betaHint}>
              {settingTexts.beta}
            </Switch>
          </div>
        )}
      </Loaded>
    </Section>
  );
}
