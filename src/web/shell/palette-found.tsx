import { Compass, MessagesSquare, Search, UserCheck, CreditCard } from 'lucide-react';
import { leadRoutes } from '#shared/leads.ts';
import { postRoutes } from '#shared/posts.ts';
import { helpPath, helpTopics, topicIds } from '#web/features/help/sections.ts';
import { useApi } from '#web/lib/api.ts';
import { useDebounced } from '#web/lib/debounced.ts';
import { authorName, subredditName } from '#web/lib/format.ts';
import { usePublicSettings } from '#web/lib/public-settings.tsx';
import { useGo } from '#web/lib/unsaved-guard.ts';
import { CommandGroup, CommandItem } from '#web/ui/command.tsx';
import { postSearchPath } from './navigation.ts';
import { type GroupProps, has, paletteTexts } from './palette-group.ts';
import { useNavigation } from './use-navigation.ts';

/** Pages that aren't in the sidebar. */
const billing = { path: '/dashboard/billing', title: paletteTexts.billing, icon: CreditCard };

/** Pages with this text in their title. */
export function usePages(text: string) {
  const uses = usePublicSettings().data?.uses;
  const entries = useNavigation().flatMap((group) => group.entries);
  return [...entries, ...(uses?.plans ? [billing] : [])].filter(({ title }) => has(title, text));
}

/** Leads and posts that contain the text. */
export function Found({ text, run }: GroupProps) {
  const go = useGo();
  const q = useDebounced(text.trim(), 200);
  const input = q.length < 2 ? null : { query: { q, limit: 5 } };
  const { data: leads } = useApi(leadRoutes.list, input);
  const { data: posts } = useApi(postRoutes.list, input && { query: { ...input.query, status: 'all' } });
  if (!text.trim()) return null;
  return (
    <>
      <CommandGroup heading={paletteTexts.search}>
        <CommandItem value="search" icon={Search} onSelect={run(() => go(postSearchPath(text)))}>
          {paletteTexts.searchAll(text.trim())}
        </CommandItem>
      </CommandGroup>
      {leads?.items.length ? (
        <CommandGroup heading={paletteTexts.leads}>
          {leads.items.map((lead) => (
            <CommandItem
              key={lead.id}
              value={`lead ${lead.id}`}
              icon={UserCheck}
              aside={authorName(lead.redditUsername)}
              onSelect={run(() => go(`/dashboard/leads/${lead.id}`))}
            >
              {lead.posts[0]?.title || authorName(lead.redditUsername)}
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
              onSelect={run(() => go(`${postSearchPath(text)}&post=${post.id}`))}
            >
              {post.title || post.body.slice(0, 120)}
            </CommandItem>
          ))}
        </CommandGroup>
      ) : null}
    </>
  );
}

export function Help({ text, run }: GroupProps) {
  const go = useGo();
  const query = text.trim();
  const topics = query ? topicIds.filter((id) => has(`${paletteTexts.helpOf(helpTopics[id])} ${id}`, text)) : [];
  return (
    <CommandGroup heading={paletteTexts.help}>
      {topics.map((id) => (
        <CommandItem key={id} value={`help ${id}`} icon={Compass} onSelect={run(() => go(helpPath(id)))}>
          {helpTopics[id]}
        </CommandItem>
      ))}
      <CommandItem
        value="help search"
        icon={Compass}
        onSelect={run(() => go(query ? `${helpPath()}?${new URLSearchParams({ q: query })}` : helpPath()))}
      >
        {query ? paletteTexts.searchHelp(query) : paletteTexts.help}
      </CommandItem>
    </CommandGroup>
  );
}
