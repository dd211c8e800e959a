import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

const shared = /[\\/]src[\\/]web[\\/](?:ui|lib)[\\/]|lucide-react|react-slot|react-hot-toast|node_modules[\\/]react[\\/]/;
const opensLater = /(?:dialog|sheet|guard|focus-return|command|combobox|chart|panel|bubble|toaster|windowed|showcase|lib[\\/]form\.ts)/;
const icon = /lucide-react[\\/]dist[\\/]esm[\\/]icons/;

const exists = (name: string): boolean =>
  ['.ts', '.tsx'].some((ending) => existsSync(fileURLToPath(new URL(`./src/${name}${ending}`, import.meta.url))));

/**
 * Matches modules under `src/` by folder and name. Throws for a name without a file, because a split group makes chunks load in a
 * circle.
 */
function among(folders: Record<string, string>): (id: string) => boolean {
  const names = new Set(Object.entries(folders).flatMap(([folder, files]) => files.split(' ').map((file) => `${folder}/${file}`)));
  const gone = [...names].filter((name) => !exists(name));
  if (gone.length > 0) throw new Error(`vite.chunks.ts names files that do not exist: ${gone.join(', ')}`);
  return (id) => names.has(/[\\/]src[\\/](.+)\.tsx?$/.exec(id)?.[1]?.replaceAll('\\', '/') ?? '');
}

/** Small modules of the first views of signed-in users. */
const isInside = among({
  shared: 'campaigns dashboard exports follow-ups leads notify posts views',
  'web/lib': 'dashboard save-file url-params',
  'web/ui': 'avatar chip choice lazy-dialog menu popover status-dot',
  'web/features/campaigns': 'use-campaign-names',
  'web/features/follow-ups': 'follow-up-request',
  'web/features/inbox': 'reason-picker reason-texts url-filters',
});
/** The list of Posts, Leads, and Archived; what opens from it is loaded later. */
const isInbox = among({
  'web/features/inbox':
    'early-keys filter-bar found-since groups inbox inbox-list inbox-row items keys late-parts late-steps list-body pages reader-pane selection session-tally texts triage use-inbox-keys use-inbox-position use-listing use-prefetch use-shown-order use-triage views views-menu',
  'web/ui': 'list-props virtual-list',
});
/**
 * Modules that are loaded together. Small modules shared by many pages are one chunk: they compress better together, and browsers
 * load only six files at a time.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'parts', minShareCount: 12, test: (id) => shared.test(id) && !opensLater.test(id) },
  { name: 'icons', minShareCount: 2, test: icon, includeDependenciesRecursively: false },
  { name: 'inside', test: isInside, includeDependenciesRecursively: false },
  { name: 'inbox', test: (id) => isInbox(id) || /swr[\\/]dist[\\/]infinite/.test(id), includeDependenciesRecursively: false },
];

/** The chunks of the first circle of static imports, in order; empty if there is none. */
export function findCircle(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const visit = (chunk: string, path: readonly string[]): string[] => {
    if (path.includes(chunk)) return [...path.slice(path.indexOf(chunk)), chunk];
    if (done.has(chunk)) return [];
    for (const next of imports.get(chunk) ?? []) {
      const circle = visit(next, [...path, chunk]);
      if (circle.length > 0) return circle;
    }
    done.add(chunk);
    return [];
  };
  for (const chunk of imports.keys()) {
    const circle = visit(chunk, []);
    if (circle.length > 0) return circle;
  }
  return [];
}

/** Fails the build when chunks import each other, because one would run before its dependencies. */
export function refuseCircles(): Plugin {
  return {
    name: 'refuse-circles',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.imports] as const] : []));
      const circle = findCircle(new Map(chunks));
      if (circle.length > 0)
        this.error(`Chunks import each other: ${circle.join(' → ')}. Move a module between the groups of vite.chunks.ts.`);
    },
  };
}
