import type { Rolldown } from 'vite';

const shared = /[\\/]src[\\/]web[\\/](?:ui|lib)[\\/]|lucide-react|react-slot|react-hot-toast|node_modules[\\/]react[\\/]/;
const opensLater = /(?:dialog|sheet|focus-return|command|combobox|chart|panel|bubble|toaster|windowed|showcase|lib[\\/]form\.ts)/;
const icon = /lucide-react[\\/]dist[\\/]esm[\\/]icons/;

/** Matches modules below `src/` by folder and name, as they stand and in no other form. */
function among(folders: Record<string, string>): (id: string) => boolean {
  const names = new Set(Object.entries(folders).flatMap(([folder, files]) => files.split(' ').map((file) => `${folder}/${file}`)));
  return (id) => names.has(/[\\/]src[\\/](.+)\.tsx?$/.exec(id)?.[1]?.replaceAll('\\', '/') ?? '');
}

/** Small modules that the first views of those who are signed in want. */
const isInside = among({
  shared: 'campaigns dashboard exports follow-ups leads notify posts views',
  'web/lib': 'dashboard save-file',
  'web/ui': 'avatar chip late-dialog toaster',
  'web/features/campaigns': 'use-campaign-names',
  'web/features/follow-ups': 'asking',
  'web/features/inbox': 'address by-figure reason-picker reason-texts',
});
/** What the list of Posts, Leads and Archived consists of; what opens from it comes later. */
const isInbox = among({
  'web/features/inbox':
    'arrivals bulk-bar export-menu filter-bar groups inbox inbox-list inbox-row items judge keys keys-help list-body pages reader-skeleton selection steps texts triage use-inbox-keys use-inbox-place use-listing use-triage views views-menu',
  'web/ui': 'list-props virtual-list',
});

/**
 * Files that are fetched together. Small modules that many pages share are one file: packed together they weigh less, and a
 * browser asks for six files at a time.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'parts', minShareCount: 8, test: (id) => shared.test(id) && !opensLater.test(id) },
  { name: 'icons', minShareCount: 2, test: icon, includeDependenciesRecursively: false },
  { name: 'inside', test: isInside, includeDependenciesRecursively: false },
  { name: 'inbox', test: (id) => isInbox(id) || /swr[\\/]dist[\\/]infinite/.test(id), includeDependenciesRecursively: false },
];
