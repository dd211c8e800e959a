import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { reportRoutes, type SharedReport } from '#shared/reports.ts';
import { call, markStale, useApi } from '#web/lib/api.ts';
import { TimeAgo } from '#web/lib/time-ago.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { TitledDialog } from '#web/ui/dialog.tsx';
import { Section } from '#web/ui/page.tsx';
import { Loaded, ListSkeleton } from '#web/ui/states.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { ReportEmails } from './report-emails.tsx';
import { dayOf, daysOf, shareTexts as texts } from './texts.ts';
import { NewLink, type ShareProps } from './share-form.tsx';

interface ShareDialogProps extends ShareProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

type Way = 'link' | 'email';
const ways = [
  { value: 'link' as const, label: texts.byLink },
  { value: 'email' as const, label: texts.byEmail },
];

/** Makes links to reports, lists and revokes them, and emails reports. */
export function ShareDialog({ open, onOpenChange, ...share }: ShareDialogProps) {
  const answer = useApi(reportRoutes.list, open ? {} : null);
  const [way, setWay] = useState<Way>('link');
  return (
    <TitledDialog open={open} onOpenChange={onOpenChange} title={texts.title} text={texts.lead} size="lg">
      <div className="mt-4">
        <Tabs label={texts.ways} tabs={ways} value={way} onChange={setWay}>
          <TabPanel value="link" className="flex flex-col gap-6">
            <p className="text-13 text-soft-text">{texts.linkLead}</p>
            <Loaded answer={answer} failed={texts.failed} skeleton={<ListSkeleton rows={4} />}>
              {({ items, brand }) => (
                <>
                  <NewLink {...share} brand={brand} />
                  <Section title={texts.links}>
                    <Links items={items} />
                  </Section>
                </>
              )}
            </Loaded>
          </TabPanel>
          <TabPanel value="email">
            <ReportEmails campaigns={share.campaigns} range={share.range} />
          </TabPanel>
        </Tabs>
      </div>
    </TitledDialog>
  );
}

/** The links that work, each with a button that revokes it. */
function Links({ items }: { items: readonly SharedReport[] }) {
  const [asked, setAsked] = useState<string | null>(null);
  const revoke = async () => {
    await call(reportRoutes.revoke, { params: { id: asked ?? '' } });
    markStale(['/reports']);
  };
  if (items.length === 0) return <p className="pt-3 text-13 text-muted">{texts.none}</p>;
  return (
    <>
      <ul>
        {items.map((report) => (
          <li key={report.id} className="flex items-center gap-3 border-b border-line py-2.5 last:border-b-0">
            <div className="min-w-0 flex-1">
              <p className="text-14 font-medium wrap-anywhere">
                <bdi>{report.campaign ?? texts.allCampaigns}</bdi>, {daysOf(report)}
              </p>
              <p className="text-12 text-muted">
                {report.isEmailed ? `${texts.emailed} · ` : ''}
                {texts.expiresAt(dayOf(report.expiresAt))} ·{' '}
                {report.lastOpenedAt === null ? (
                  texts.neverOpened
                ) : (
                  <>
                    {texts.opened} <TimeAgo at={report.lastOpenedAt} />
                  </>
                )}
              </p>
            </div>
            <IconButton small label={texts.revokeOf(daysOf(report))} icon={Trash2} onClick={() => setAsked(report.id)} />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={texts.revokeTitle}
        description={texts.revokeText}
        confirmLabel={texts.revoke}
        destructive
        onConfirm={revoke}
      />
    </>
  );
}
