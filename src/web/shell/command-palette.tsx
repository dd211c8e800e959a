import { BellPlus, Download, KeyRound, Link2, LogOut, Play, Plus, Radio, Scale, UserPlus, Users } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { campaignRoutes, type Campaign } from '#shared/campaigns.ts';
import type { WorkspaceRights } from '#shared/auth.ts';
import { ApiError, call, useApi } from '#web/lib/api.ts';
import { useGo } from '#web/lib/unsaved-guard.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { useAuth, useCan, useWorkspace } from '#web/lib/session.tsx';
import { accents, themePreferences, useTheme } from '#web/lib/theme.ts';
import { chords } from '#web/features/keys/key-guide.ts';
import { switcherRequest } from '#web/features/workspaces/switcher-request.ts';
import { Command, CommandGroup, CommandItem } from '#web/ui/command.tsx';
import { Dialog, DialogContent, HiddenDialogTitle } from '#web/ui/dialog.tsx';
import { Kbd } from '#web/ui/kbd.tsx';
import { Found, Help, usePages } from './palette-found.tsx';
import { type GroupProps, has, type PaletteStart, type Run, paletteTexts } from './palette-group.ts';
import { OpenNow, RecentLeads } from './palette-lead.tsx';
import { themeNames } from './texts.ts';
import { themeIcons } from './theme-panel.tsx';

/** Actions available on every page. */
const actions = [
  { label: paletteTexts.actions.newCampaign, path: '/dashboard/campaigns/new', icon: Plus, needs: 'work' as const },
  { label: paletteTexts.actions.connectReddit, path: '/dashboard/settings?tab=reddit', icon: Link2 },
  { label: paletteTexts.actions.addCompetitor, path: '/dashboard/competitors', icon: Scale, needs: 'work' as const },
  { label: paletteTexts.actions.notifications, path: '/dashboard/settings?tab=notifications', icon: BellPlus, needs: 'manage' as const },
  { label: paletteTexts.actions.invite, path: '/dashboard/settings?tab=people', icon: UserPlus, needs: 'manage' as const },
  { label: paletteTexts.actions.tokens, path: '/dashboard/settings?tab=tokens', icon: KeyRound },
  { label: paletteTexts.actions.exportData, path: '/dashboard/settings?tab=data', icon: Download },
];

const listActions = (text: string, can: WorkspaceRights) => {
  const allowed = actions.filter(({ needs }) => needs === undefined || can[needs]);
  return text ? allowed.filter(({ label }) => has(label, text)) : allowed.slice(0, 2);
};

function Actions({ text, run }: GroupProps) {
  const go = useGo();
  const { logout } = useAuth();
  const found = listActions(text, useCan());
  const { others } = useWorkspace();
  const canSwitch = text !== '' && others > 0 && has(paletteTexts.actions.switchWorkspace, text);
  const canLogOut = text !== '' && has(paletteTexts.actions.logout, text);
  if (found.length === 0 && !canLogOut && !canSwitch) return null;
  return (
    <CommandGroup heading={paletteTexts.actionsHeading}>
      {found.map(({ label, path, icon }) => (
        <CommandItem key={label} value={`action ${label}`} icon={icon} onSelect={run(() => go(path))}>
          {label}
        </CommandItem>
      ))}
      {canSwitch ? (
        <CommandItem
          value="action switch"
          icon={Users}
          aside={<Kbd>g w</Kbd>}
          onSelect={run(() => setTimeout(() => switcherRequest.set(true), 50))}
        >
          {paletteTexts.actions.switchWorkspace}
        </CommandItem>
      ) : null}
      {canLogOut ? (
        <CommandItem value="action logout" icon={LogOut} onSelect={run(logout)}>
          {paletteTexts.actions.logout}
        </CommandItem>
      ) : null}
    </CommandGroup>
  );
}

function chordOf(path: string) {
  const letter = Object.keys(chords).find((key) => chords[key] === path);
  return letter === undefined ? null : <Kbd>{`g ${letter}`}</Kbd>;
}

function Pages({ text, run }: GroupProps) {
  const go = useGo();
  const pages = usePages(text);
  if (pages.length === 0) return null;
  return (
    <CommandGroup heading={paletteTexts.goTo}>
      {pages.map(({ path, title, icon }) => (
        <CommandItem key={path} value={path} icon={icon} aside={chordOf(path)} onSelect={run(() => go(path))}>
          {title}
        </CommandItem>
      ))}
    </CommandGroup>
  );
}

async function runCampaign({ id, name }: Campaign): Promise<void> {
  try {
    await call(campaignRoutes.run, { params: { id } });
    showToast.success(paletteTexts.running(name));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showToast.error(error.message);
  }
}

const useCampaigns = () => useApi(campaignRoutes.list, { query: { limit: 100 } });

function Campaigns({ text, run }: GroupProps) {
  const go = useGo();
  const { work } = useCan();
  const { data } = useCampaigns();
  const found = data?.items.filter(({ name }) => has(paletteTexts.run(name), text)).slice(0, text ? 8 : 4) ?? [];
  if (found.length === 0) return null;
  return (
    <CommandGroup heading={paletteTexts.campaigns}>
      {found.flatMap((campaign) => [
        has(campaign.name, text) ? (
          <CommandItem
            key={campaign.id}
            value={`campaign ${campaign.id}`}
            icon={Radio}
            onSelect={run(() => go(`/dashboard/campaigns/${campaign.id}`))}
          >
            {campaign.name}
          </CommandItem>
        ) : null,
        work ? (
          <CommandItem
            key={`${campaign.id} run`}
            value={`run ${campaign.id}`}
            icon={Play}
            disabled={campaign.running}
            onSelect={run(() => runCampaign(campaign))}
          >
            {paletteTexts.run(campaign.name)}
          </CommandItem>
        ) : null,
      ])}
    </CommandGroup>
  );
}

function Themes({ text, run }: GroupProps) {
  const { setPreference, setAccent } = useTheme();
  const preferences = themePreferences.filter((one) => has(`${paletteTexts.theme} ${themeNames[one]}`, text));
  const accentMatches = text ? accents.filter(({ name }) => has(paletteTexts.accent(name), text)) : [];
  if (preferences.length + accentMatches.length === 0) return null;
  return (
    <CommandGroup heading={paletteTexts.theme}>
      {preferences.map((one) => (
        <CommandItem key={one} value={`theme ${one}`} icon={themeIcons[one]} onSelect={run(() => setPreference(one))}>
          {themeNames[one]}
        </CommandItem>
      ))}
      {accentMatches.map(({ name }) => (
        <CommandItem key={name} value={`accent ${name}`} onSelect={run(() => setAccent(name))}>
          {paletteTexts.accent(name)}
        </CommandItem>
      ))}
    </CommandGroup>
  );
}

interface CommandPaletteProps {
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
  start: PaletteStart;
  /** Enter was pressed while results were loading: the first one is chosen when they are there. */
  isEntered: boolean;
  onEnter: () => void;
}

function CommandPalette({ text, onText, onClose, start, isEntered, onEnter }: CommandPaletteProps) {
  const run: Run = (act) => () => {
    onClose();
    act();
  };
  const group = { text, run };
  const { data, error } = useCampaigns();
  const pages = usePages(text);
  const can = useCan();
  // Campaigns come after pages and actions, which are known at once.
  const isLoading = start === 'commands' && !data && !error && pages.length + listActions(text, can).length === 0;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isEntered && !isLoading) list.current?.querySelector<HTMLElement>('[role=option]:not([aria-disabled=true])')?.click();
  }, [isEntered, isLoading]);
  return (
    <div
      ref={list}
      className="contents"
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isLoading || !text.trim()) return;
        event.preventDefault();
        event.stopPropagation();
        onEnter();
      }}
    >
      <Command
        label={paletteTexts.title}
        placeholder={paletteTexts.placeholder}
        search={text}
        onSearchChange={onText}
        filter={false}
        focused
        empty={paletteTexts.empty}
      >
        {start === 'search' ? <Found {...group} /> : null}
        <OpenNow {...group} part="first" />
        <RecentLeads {...group} />
        <Pages {...group} />
        <OpenNow {...group} part="others" />
        <Actions {...group} />
        <Campaigns {...group} />
        <Themes {...group} />
        {start === 'commands' ? <Found {...group} /> : null}
        <Help {...group} />
      </Command>
    </div>
  );
}

interface PaletteFrameProps extends CommandPaletteProps {
  open: boolean;
}

export function PaletteFrame({ open, ...palette }: PaletteFrameProps) {
  return (
    <Dialog open={open} onOpenChange={palette.onClose}>
      <DialogContent size="lg" withoutClose aria-describedby={undefined} className="self-start p-0! md:mt-[12vh]">
        <HiddenDialogTitle>{paletteTexts.title}</HiddenDialogTitle>
        <CommandPalette {...palette} />
      </DialogContent>
    </Dialog>
  );
}
