import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
}
type Manifest = Record<string, Chunk | undefined>;

export interface FirstView {
  path: string;
  /** Scripts that the page needs before it shows anything. */
  files: string[];
  /** Total size of the scripts, compressed by gzip as the server does. */
  bytes: number;
}

/** What each path needs besides the entry before it shows anything. */
const pages: Record<string, string[]> = {
  '/': ['features/landing/landing-page.tsx'],
  '/login': ['features/auth/login-page.tsx'],
  '/register': ['features/auth/register-page.tsx'],
  '/dashboard': ['shell/shell.tsx', 'features/dashboard/dashboard-page.tsx'],
  '/dashboard/leads': ['shell/shell.tsx', 'features/leads/leads-page.tsx'],
};

function filesOf(manifest: Manifest, keys: readonly string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}`);
    if (found.has(chunk.file)) continue;
    found.add(chunk.file);
    filesOf(manifest, chunk.imports ?? [], found);
  }
  return found;
}

/** Computes the size of each page's first view from the build manifest: the entry, the page, and everything they import. */
export function weighFirstViews(webRoot: string): FirstView[] {
  const manifest = JSON.parse(readFileSync(join(webRoot, '.vite/manifest.json'), 'utf8')) as Manifest;
  const weightOf = (file: string): number => gzipSync(readFileSync(join(webRoot, file)), { level: 9 }).length;
  return Object.entries(pages).map(([path, keys]) => {
    const files = [...filesOf(manifest, ['index.html', ...keys])];
    return { path, files, bytes: files.reduce((sum, file) => sum + weightOf(file), 0) };
  });
}
