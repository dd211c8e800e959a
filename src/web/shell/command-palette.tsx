import { CreditCard, MessagesSquare, Play, Radio, Search, UserCheck } from 'lucide-react';
import { campaignRoutes, type Campaign } from '#shared/campaigns.ts';
import { leadRoutes } from '#shared/leads.ts';
import { postRoutes } from '#shared/posts.ts';
import { ApiError, call, useApi } from '#web/lib/api.ts';
import { authorName, subredditName } from '#web/lib/format.ts';
import { useGo } from '#web/lib/held.ts';
import { say } from '#web/lib/say.ts';
import { useUser } from '#web/lib/session.tsx';
import { accents, themePreferences, useTheme } from '#web/lib/theme.ts';
import { useDebounced } from '#web/lib/debounced.ts';
import { Command, CommandGroup, CommandItem } from '#web/ui/command.tsx';
import { listNavigation } from './navigation.ts';
import { postSearchPath } from './search-path.ts';
import { paletteTexts, themeNames } from './texts.ts';
import { themeIcons } from './theme-panel.tsx';

type Run = (act: () => unknown) => () => void;
interface GroupProps {
  words: string;
  /** Closes the palette, then acts. */
  run: Run;
}

/** Not in the sidebar, yet a place to go. */
const billing = { path: '/dashboard/billing', title: 'Billing', icon: CreditCard };

const has = (text: string, words: string): boolean => text.toLowerCase().includes(words.trim().toLowerCase());

function Pages({ words, run }: GroupProps) {
  const go = useGo();
  const entries = listNavigation(useUser().role).flatMap((group) => group.entries);
  const pages = [...entries, billing].filter(({ title }) => has(title, words));
  if (pages.length === 0) return null;
  return (
    <CommandGroup heading={paletteTexts.goTo}>
      {pages.map(({ path, title, icon }) => (
        <CommandItem key={path} value={path} icon={icon} onSelect={run(() => go(path))}>
          {title}
        </CommandItem>
      ))}
    </CommandGroup>
  );
}

async function listen({ id, name }: Campaign): Promise<void> {
  try {
    await call(campaignRoutes.run, { params: { id } });
    say.success(paletteTexts.listening(name));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    say.error(error.message);
  }
}

function Campaigns({ words, run }: GroupProps) {
  const go = useGo();
  const { data } = useApi(campaignRoutes.list, { query: { limit: 100 } });
  const found = data?.items.filter(({ name }) => has(name, words)).slice(0, words ? 8 : 4) ?? [];
  if (found.length === 0) return null;
  return (
    <CommandGroup heading={paletteTexts.campaigns}>
      {found.flatMap((campaign) => [
        <CommandItem
          key={campaign.id}
          value={`campaign ${campaign.id}`}
          icon={Radio}
          onSelect={run(() => go(`/dashboard/campaigns/${campaign.id}`))}
        >
          {campaign.name}
        </CommandItem>,
        <CommandItem
          key={`${campaign.id} run`}
          value={`listen ${campaign.id}`}
          icon={Play}
          disabled={campaign.running}
          onSelect={run(() => listen(campaign))}
        >
          {paletteTexts.listen(campaign.name)}
        </CommandItem>,
      ])}
    </CommandGroup>
  );
}

function Found({ words, run }: GroupProps) {
  const go = useGo();
  const q = useDebounced(words.trim(), 200);
  const input = q.length < 2 ? null : { query: { q, limit: 5 } };
  const { data: leads } = useApi(leadRoutes.list, input);
  const { data: posts } = useApi(postRoutes.list, input && { query: { ...input.query, status: 'all' } });
  if (!words.trim()) return null;
  return (
    <>
      <CommandGroup heading={paletteTexts.search}>
        <CommandItem value="search" icon={Search} onSelect={run(() => go(postSearchPath(words)))}>
          {paletteTexts.searchAll(words.trim())}
        </CommandItem>
      </CommandGroup>
      {leads?.items.length ? (
        <CommandGroup heading={paletteTexts.leads}>
          {leads.items.map((lead) => (
            <CommandItem
              key={lead.id}
              value={`lead ${lead.id}`}
              icon={UserCheck}
              aside={lead.confidence}
              onSelect={run(() => go(`/dashboard/leads/${lead.id}`))}
            >
              {authorName(lead.redditUsername)}
            </CommandItem>
          ))}
        </CommandGroup>
      ) : null}
      {posts?.items.length ? (
        <CommandGroup heading={paletteTexts.posts}>
          {posts.items.map((post) => (
            <CommandItem
              key={post.id}
              value={`post ${post.id}`}
              icon={MessagesSquare}
              aside={subredditName(post.subreddit)}
              onSelect={run(() => go(`${postSearchPath(words)}&post=${post.id}`))}
            >
              {post.title || post.body.slice(0, 120)}
            </CommandItem>
          ))}
        </CommandGroup>
      ) : null}
    </>
  );
}

function Themes({ words, run }: GroupProps) {
  const { setPreference, setAccent } = useTheme();
  const preferences = themePreferences.filter((one) => has(`${paletteTexts.theme} ${themeNames[one]}`, words));
  const colours = words ? accents.filter(({ name }) => has(paletteTexts.accent(name), words)) : [];
  if (preferences.length + colours.length === 0) return null;
  return (
    <CommandGroup heading={paletteTexts.theme}>
      {preferences.map((one) => (
        <CommandItem key={one} value={`theme ${one}`} icon={themeIcons[one]} onSelect={run(() => setPreference(one))}>
          {themeNames[one]}
        </CommandItem>
      ))}
      {colours.map(({ name }) => (
        <CommandItem key={name} value={`accent ${name}`} onSelect={run(() => setAccent(name))}>
          {paletteTexts.accent(name)}
        </CommandItem>
      ))}
    </CommandGroup>
  );
}

interface CommandPaletteProps {
  words: string;
  onWords: (words: string) => void;
  onClose: () => void;
}

/** What the palette offers for the words typed so far. */
export function CommandPalette({ words, onWords, onClose }: CommandPaletteProps) {
  const run: Run = (act) => () => {
    onClose();
    act();
  };
  const group = { words, run };
  return (
    <Command
      label={paletteTexts.title}
      placeholder={paletteTexts.placeholder}
      search={words}
      onSearchChange={onWords}
      filter={false}
      focused
      empty={paletteTexts.empty}
    >
      <Pages {...group} />
      <Campaigns {...group} />
      <Themes {...group} />
      <Found {...group} />
    </Command>
  );
}
