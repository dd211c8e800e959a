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
  path: keyof typeof pages;
  /** Scripts that the page needs before it shows anything. */
  files: string[];
  /** Total size of the scripts, compressed by gzip as the server does. */
  bytes: number;
  code: string;
}

/** What each path needs besides the entry and the app before it shows anything. */
const pages = {
  '/': 'features/landing/landing-page.tsx',
  '/login': 'features/auth/login-page.tsx',
  '/register': 'features/auth/register-page.tsx',
  '/dashboard': 'features/dashboard/dashboard-page.tsx',
  '/dashboard/leads': 'features/leads/leads-page.tsx',
  '/dashboard/posts': 'features/posts/posts-page.tsx',
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

/** Computes the size of each page's first view from the build manifest: the entry, the app, the page, and everything they import. */
export function weighFirstViews(webRoot: string): FirstView[] {
  const manifest = JSON.parse(readFileSync(join(webRoot, '.vite/manifest.json'), 'utf8')) as Manifest;
  return (Object.keys(pages) as (keyof typeof pages)[]).map((path) => {
    const files = [...filesOf(manifest, ['index.html', 'app.tsx', pages[path]])];
    const scripts = files.map((file) => readFileSync(join(webRoot, file), 'utf8'));
    const bytes = scripts.reduce((sum, script) => sum + gzipSync(script, { level: 9 }).length, 0);
    return { path, files, bytes, code: scripts.join('\n') };
  });
}
