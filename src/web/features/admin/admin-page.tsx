import { useSearchParams } from 'react-router-dom';
import { AiUsage } from '#web/features/ai/spend-report.tsx';
import { aiTexts } from '#web/features/ai/texts.ts';
import { ConnectionsPanel } from '#web/features/connections/connections.tsx';
import { connectionTexts } from '#web/features/connections/texts.ts';
import { useBetaMode, usePublicSettings } from '#web/lib/public-settings.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { Applications, InstanceSettings } from './applications.tsx';
import { Audit } from './audit.tsx';
import { Jobs } from './jobs.tsx';
import { Overview } from './overview.tsx';
import { RoadmapEditor } from './roadmap-editor.tsx';
import { adminTexts as texts } from './texts.ts';
import { Users } from './users.tsx';

const sections = [
  { value: 'overview', label: texts.tabs.overview, Panel: Overview },
  { value: 'connections', label: connectionTexts.tab, Panel: ConnectionsPanel },
  { value: 'users', label: texts.tabs.users, Panel: Users },
  { value: 'jobs', label: texts.tabs.jobs, Panel: Jobs },
  { value: 'ai', label: aiTexts.tab, Panel: AiUsage },
  { value: 'applications', label: texts.tabs.applications, Panel: Applications },
  { value: 'roadmap', label: texts.tabs.roadmap, Panel: RoadmapEditor },
  { value: 'settings', label: texts.tabs.settings, Panel: InstanceSettings },
  { value: 'audit', label: texts.tabs.audit, Panel: Audit },
] as const;

export function AdminPage() {
  const [query, setQuery] = useSearchParams();
  const section = sections.find(({ value }) => value === query.get('tab')) ?? sections[0];
  usePageTitle(texts.title);
  const { betaModeEnabled, loading } = useBetaMode();
  const { data } = usePublicSettings();
  const hasBeta = data?.uses.beta === true || (!loading && betaModeEnabled);
  const shown = sections.filter(({ value }) => value !== 'applications' || hasBeta || value === section.value);
  return (
    <Page>
      <PageHeader title={texts.title} lead={texts.lead} />
      <Tabs label={texts.sections} tabs={shown} value={section.value} onChange={(tab) => setQuery({ tab })}>
        {shown.map(({ value, Panel }) => (
          <TabPanel key={value} value={value} className="pt-8">
            <Panel />
          </TabPanel>
        ))}
      </Tabs>
    </Page>
  );
}
