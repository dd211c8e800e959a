import type { ComponentType } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AiSettings } from '#web/features/ai/ai-settings.tsx';
import { aiTexts } from '#web/features/ai/texts.ts';
import { WorkspaceBlacklist } from '#web/features/blacklist/blacklist.tsx';
import { Channels } from '#web/features/notifications/channels.tsx';
import { channelTexts } from '#web/features/notifications/texts.ts';
import { RedditAccount } from '#web/features/reddit-account/reddit-account.tsx';
import { People } from '#web/features/workspaces/people.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { goUnlessGuarded } from '#web/lib/unsaved-guard.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { TabPanel, Tabs } from '#web/ui/tabs.tsx';
import { Appearance } from './appearance.tsx';
import { Companion } from './companion.tsx';
import { DataSection } from './data.tsx';
import { Profile } from './profile.tsx';
import { Security } from './security.tsx';
import { companionTexts, settingsTexts, tokenTexts } from './texts.ts';
import { TokensAndFeeds } from './tokens.tsx';

interface SettingsSection {
  value: string;
  label: string;
  Panel: ComponentType;
  /** For a table. */
  isWide?: true;
}

const sections: readonly [SettingsSection, ...SettingsSection[]] = [
  { value: 'profile', label: settingsTexts.tabs.profile, Panel: Profile },
  { value: 'people', label: settingsTexts.tabs.people, Panel: People },
  { value: 'blacklist', label: settingsTexts.tabs.blacklist, Panel: WorkspaceBlacklist, isWide: true },
  { value: 'reddit', label: settingsTexts.tabs.reddit, Panel: RedditAccount },
  { value: 'appearance', label: settingsTexts.tabs.appearance, Panel: Appearance },
  { value: 'notifications', label: channelTexts.tab, Panel: Channels },
  { value: 'security', label: settingsTexts.tabs.security, Panel: Security },
  { value: 'ai', label: aiTexts.tab, Panel: AiSettings },
  { value: 'tokens', label: tokenTexts.tab, Panel: TokensAndFeeds },
  { value: 'companion', label: companionTexts.tab, Panel: Companion },
  { value: 'data', label: settingsTexts.tabs.data, Panel: DataSection },
];

/** Of the person, not of the workspace; of that, the way out. */
const forClients: ReadonlySet<string> = new Set(['profile', 'people', 'appearance', 'security', 'data']);
const clientSections = sections
  .filter(({ value }) => forClients.has(value))
  .map((section) => (section.value === 'people' ? { ...section, label: settingsTexts.tabs.workspace } : section));

export function SettingsPage({ isForClient = false }) {
  const [query, setQuery] = useSearchParams();
  const shown = isForClient ? clientSections : sections;
  const section = shown.find(({ value }) => value === query.get('tab')) ?? sections[0];
  usePageTitle(settingsTexts.title);
  return (
    <Page>
      <PageHeader title={settingsTexts.title} />
      <Tabs
        label={settingsTexts.sections}
        tabs={shown}
        value={section.value}
        byPress
        onChange={(tab) => goUnlessGuarded(() => setQuery({ tab }))}
      >
        {shown.map(({ value, Panel, isWide }) => (
          <TabPanel key={value} value={value} className={isWide ? 'max-w-200 pt-8' : 'max-w-120 pt-8'}>
            <Panel />
          </TabPanel>
        ))}
      </Tabs>
    </Page>
  );
}
