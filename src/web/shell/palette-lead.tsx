import { Clock, Keyboard, Radio, UserCheck, UserRound } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { leadRoutes } from '#shared/leads.ts';
import { snooze, snoozeTime } from '#web/features/follow-ups/follow-up-actions.ts';
import { keyGuide } from '#web/features/keys/key-guide.ts';
import { activeKeys, type Command } from '#web/features/keys/keys.tsx';
import { openLead, recentLeads } from '#web/features/keys/open-lead.ts';
import { useApi } from '#web/lib/api.ts';
import { knownTimeZone } from '#web/lib/browser-time-zone.ts';
import { authorName } from '#web/lib/format.ts';
import { readWhen } from '#web/lib/natural-time.ts';
import { useUser } from '#web/lib/session.tsx';
import { useGo } from '#web/lib/unsaved-guard.ts';
import { CommandGroup, CommandItem } from '#web/ui/command.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { type GroupProps, has, paletteTexts } from './palette-group.ts';

const offered: ReadonlySet<Command> = new Set([
  'reply',
  'archive',
  'dismiss',
  'lead',
  'followUp',
  'snooze',
  'assign',
  'schedule',
  'goodMatch',
  'badMatch',
]);

/** The dialog keeps the focus until it is gone. */
const afterClosing = (act: () => unknown) => () => void setTimeout(act, 50);

/** "Snooze until tue 9" as typed, or tomorrow. */
function useSnooze(text: string) {
  const zone = knownTimeZone(useUser().settings.timezone);
  const [now] = useState(() => Date.now());
  const [, words = ''] = /^snooze(?: until)?\b(.{0,60})$/i.exec(text.trim()) ?? [];
  const until = readWhen(words.trim() === '' ? 'tomorrow' : words, { now, zone });
  const isMeant = words.trim() !== '' || has(paletteTexts.snooze(''), text);
  return isMeant && until !== null ? { until, zone } : null;
}

interface OpenNowProps extends GroupProps {
  /** Actions that begin with the text come before the pages, the others after them. */
  part: 'first' | 'others';
}

/** What can be done with what is open on the page. */
export function OpenNow({ text, run, part }: OpenNowProps) {
  const go = useGo();
  const open = useSyncExternalStore(openLead.subscribe, openLead.get);
  const pressed = useSyncExternalStore(activeKeys.subscribe, activeKeys.get);
  const putOff = useSnooze(text);
  const typed = text.trim().toLowerCase();
  const isListed = (label: string) => has(label, text) && label.toLowerCase().startsWith(typed) === (part === 'first');
  const showsSnooze = open !== null && putOff !== null && typed !== '' && part === 'first';
  const person = open && { leadId: open.lead.id, name: open.lead.redditUsername, onSnoozed: open.onSnoozed };
  const commands = keyGuide
    .flatMap(({ keys }) => keys)
    .flatMap(({ command, label, keys: [key = ''] }) => {
      const act = command && offered.has(command) ? pressed.findLast((handlers) => handlers[command])?.[command] : undefined;
      return act && isListed(label) ? [{ label, key, act }] : [];
    });
  const campaigns = open ? open.lead.campaigns.filter(({ name }) => isListed(paletteTexts.openCampaign(name))) : [];
  const showsPerson = open !== null && isListed(paletteTexts.openPerson);
  if (commands.length === 0 && campaigns.length === 0 && !showsPerson && !showsSnooze) return null;
  return (
    <CommandGroup heading={open ? paletteTexts.thisLead(authorName(open.lead.redditUsername)) : paletteTexts.thisPage}>
      {showsSnooze && person ? (
        <CommandItem value="open snooze-until" icon={Clock} onSelect={run(afterClosing(() => void snooze(person, putOff)))}>
          {paletteTexts.snooze(snoozeTime(putOff))}
        </CommandItem>
      ) : null}
      {commands.map(({ label, key, act }) => (
        <CommandItem key={label} value={`open ${label}`} icon={Keyboard} aside={<Kbd>{key}</Kbd>} onSelect={run(afterClosing(act))}>
          {label}
        </CommandItem>
      ))}
      {campaigns.map(({ id, name }) => (
        <CommandItem key={id} value={`open campaign ${id}`} icon={Radio} onSelect={run(() => go(`/dashboard/campaigns/${id}`))}>
          {paletteTexts.openCampaign(name)}
        </CommandItem>
      ))}
      {showsPerson ? (
        <CommandItem value="open person" icon={UserRound} onSelect={run(() => go(`/dashboard/leads/${open.lead.id}`))}>
          {paletteTexts.openPerson}
        </CommandItem>
      ) : null}
    </CommandGroup>
  );
}

export function RecentLeads({ text, run }: GroupProps) {
  const ids = useSyncExternalStore(recentLeads.subscribe, recentLeads.get);
  if (ids.length === 0 || text.trim() !== '') return null;
  return (
    <CommandGroup heading={paletteTexts.recent}>
      {ids.map((id) => (
        <RecentLead key={id} id={id} run={run} />
      ))}
    </CommandGroup>
  );
}

function RecentLead({ id, run }: Pick<GroupProps, 'run'> & { id: string }) {
  const go = useGo();
  const { data } = useApi(leadRoutes.get, { params: { id } });
  if (!data) return null;
  const name = authorName(data.redditUsername);
  return (
    <CommandItem value={`recent ${id}`} icon={UserCheck} aside={name} onSelect={run(() => go(`/dashboard/leads/${id}`))}>
      {data.posts[0]?.title || name}
    </CommandItem>
  );
}
