import { dirname, join, normalize } from 'node:path';
import { sqlViolations } from './sql-rules.ts';

export interface SourceFile {
  /** Relative to the project root, with `/`. */
  path: string;
  text: string;
}
export interface Import {
  /** A project path, or the name of a package. */
  target: string;
  typeOnly: boolean;
  /** Loaded when a function runs, not with the file. */
  isLazy: boolean;
}
export interface Violation {
  file: string;
  rule: string;
}

/** Which rooms a room may import besides itself. */
const arrows: Record<string, readonly string[]> = {
  shared: [],
  core: ['shared', 'migrations'],
  jobs: ['core', 'shared'],
  server: ['jobs', 'core', 'shared'],
  cli: ['server', 'jobs', 'core', 'shared'],
  web: ['shared'],
  companion: ['shared'],
  migrations: [],
};

/** May be imported by every room of core. */
const contextFile = 'src/core/context.ts';

/** Which rooms of core a room may import besides itself and the context. Only `core/open.ts` may import all. */
const coreArrows: Record<string, readonly string[]> = {
  platform: [],
  text: ['platform'],
  accounts: ['platform'],
  reddit: ['platform', 'text', 'accounts', 'scoring'],
  trades: ['platform', 'text', 'scoring'],
  scoring: ['platform', 'text'],
  sources: ['platform', 'text', 'reddit', 'scoring'],
  ai: ['platform', 'text', 'accounts', 'reddit', 'scoring', 'trades'],
  inbox: ['platform', 'text', 'accounts', 'reddit', 'scoring', 'ai'],
  discovery: ['platform', 'text', 'accounts', 'reddit', 'scoring', 'sources', 'ai', 'inbox'],
  replies: ['platform', 'text', 'accounts', 'reddit', 'scoring', 'ai', 'inbox'],
  insights: ['platform', 'text', 'accounts', 'reddit', 'scoring', 'sources', 'ai', 'inbox', 'discovery', 'replies'],
  notifications: ['platform', 'accounts', 'reddit', 'scoring', 'ai', 'inbox', 'discovery'],
  instance: ['platform', 'accounts', 'reddit', 'inbox', 'discovery'],
};

/** Packages that may be used in one place only. */
const packageHomes: readonly { name: RegExp; home: RegExp }[] = [
  { name: /^(koa|@koa\/|socket\.io$|@socket\.io\/|helmet|busboy)/, home: /^src\/server\// },
  { name: /^pg-boss$/, home: /^src\/core\/platform\/db\/postgres\/postgres-queue\.ts$/ },
  { name: /^node-cron$/, home: /^src\/jobs\/scheduler\.ts$/ },
  { name: /^(commander|cli-table3)$/, home: /^src\/cli\// },
  { name: /^(react|swr|socket\.io-client|radix-ui|@radix-ui\/|lucide-react|recharts|cmdk)/, home: /^src\/web\// },
  { name: /^knex$/, home: /^(src\/core\/platform\/db\/|migrations\/)/ },
  { name: /^ws$/, home: /^src\/core\/platform\/http\// },
  { name: /^undici$/, home: /^src\/core\/platform\/http\// },
];

/** Registries with a line per entry, which grow with the product. */
const tableOfContents = /\/(web\/pages|open|program|routes|main|registry|api\/index)\.tsx?$/;

/** User-facing text between tags or in a label, which belongs in a texts module. */
const inlineText = />\s*[A-Z][a-z]+(?: [a-z’']+)+[^<>{}=;()]*\s*<|\b(?:label|placeholder|aria-label|title|alt)="[A-Z][^"]+"/;

const importPattern = /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|import\(\s*'([^']+)'\s*\)/g;

/** Every import of a file, resolved to project paths where possible. */
export function importsOf({ path, text }: SourceFile): Import[] {
  return [...text.matchAll(importPattern)].map(([, type, fixed, lazy]) => {
    const specifier = fixed ?? lazy ?? '';
    const how = { typeOnly: Boolean(type), isLazy: lazy !== undefined };
    if (specifier.startsWith('.')) return { target: normalize(join(dirname(path), specifier)), ...how };
    const room = /^#(\w+)\/(.*)$/.exec(specifier);
    if (room) return { target: `${['migrations', 'test'].includes(room[1] ?? '') ? '' : 'src/'}${room[1]}/${room[2]}`, ...how };
    return { target: specifier, ...how };
  });
}

const roomOf = (path: string): string | undefined =>
  path.startsWith('src/') ? path.split('/')[1] : path.startsWith('migrations/') ? 'migrations' : undefined;
const coreRoomOf = (path: string): string | undefined =>
  path.startsWith('src/core/') && path !== contextFile ? (/^src\/core\/([^/]+)\//.exec(path)?.[1] ?? 'core/open.ts') : undefined;
/** The folder of a service: an area of a room, or the room itself. */
const areaOf = (path: string): string | undefined => (path.startsWith('src/core/') ? dirname(path) : undefined);
const isWiring = (path: string): boolean => path.endsWith('/open.ts');

function violationsOfImport(file: SourceFile, { target, typeOnly }: Import): string[] {
  const found: string[] = [];
  const [from, to] = [roomOf(file.path), roomOf(target)];
  if (from && to && from !== to && !arrows[from]?.includes(to)) found.push(`${from} must not import ${to} (${target})`);
  if (from && target.startsWith('test/')) found.push(`the product must not import test code (${target})`);
  if (from && !to && !typeOnly)
    for (const { name, home } of packageHomes)
      if (name.test(target) && !home.test(file.path)) found.push(`${target} is imported outside ${String(home)}`);
  const [coreRoom, otherRoom] = [coreRoomOf(file.path), coreRoomOf(target)];
  if (coreRoom && otherRoom && coreRoom !== otherRoom && coreRoom !== 'core/open.ts' && !coreArrows[coreRoom]?.includes(otherRoom))
    found.push(`room ${coreRoom} must not import ${otherRoom} (${target})`);
  if (!typeOnly && !isWiring(file.path) && target.endsWith('/service.ts') && areaOf(target) && areaOf(file.path) !== areaOf(target))
    found.push(`${areaOf(file.path) ?? from ?? ''} must not import the service of ${areaOf(target) ?? ''}: its open.ts passes it in`);
  return found;
}

/** Matches `authRoutes.login.body`, but not `typeof authRoutes.login.body`, which is erased at build time. */
const schemaOfRoute = /(?<!typeof )\b\w+Routes\.\w+\.(?:params|query|body|response|summary|status)\b/;

function violationsInText({ path, text }: SourceFile): string[] {
  const found: string[] = [];
  const isTest = /\.test\.tsx?$/.test(path);
  const lines = text.split('\n').length;
  if (lines > 401) found.push(`${lines} lines; the limit is 400`);
  if (!isTest && /process\.env/.test(text) && !path.startsWith('src/core/platform/config'))
    found.push('process.env is read by platform/config.ts alone');
  if (/vi\.mock\(/.test(text)) found.push('module mocks are not used here');
  if (/dangerouslySetInnerHTML|\.innerHTML\b/.test(text)) found.push('raw HTML is never rendered');
  if (
    !isTest &&
    /^src\/(core|jobs|server|cli)\//.test(path) &&
    /(?<![.\w])fetch\(/.test(text) &&
    !path.startsWith('src/core/platform/http/')
  )
    found.push('outbound calls go through platform/http');
  if (!isTest && path.startsWith('src/web/') && schemaOfRoute.test(text))
    found.push('a route has no schemas in the browser (docs/decisions/0024): export the schema by its name');
  if (/^src\/web\/.*\.tsx$/.test(path) && !path.includes('showcase') && inlineText.test(text)) found.push('texts belong in a texts module');
  return found;
}

function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return null;
}

/** The project's files that are loaded with one of them. */
export function listLoaded(files: readonly SourceFile[], first: string): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const loaded = new Set([first]);
  for (const path of loaded) {
    const file = byPath.get(path);
    for (const { target, typeOnly, isLazy } of file ? importsOf(file) : [])
      if (!typeOnly && !isLazy && byPath.has(target)) loaded.add(target);
  }
  return [...loaded];
}

/** Every violation of the architecture rules in the given files. */
export function listViolations(files: readonly SourceFile[]): Violation[] {
  const violations: Violation[] = [];
  const graph = new Map<string, string[]>();
  for (const file of files) {
    const imports = importsOf(file);
    const isTest = /\.test\.tsx?$/.test(file.path);
    if (imports.length > 20 && !tableOfContents.test(file.path))
      violations.push({ file: file.path, rule: `${imports.length} imports; the limit is 20` });
    for (const rule of violationsInText(file)) violations.push({ file: file.path, rule });
    if (isTest) continue;
    for (const found of imports) for (const rule of violationsOfImport(file, found)) violations.push({ file: file.path, rule });
    graph.set(
      file.path,
      imports.map(({ target }) => target),
    );
  }
  violations.push(...sqlViolations(files, coreArrows));
  const cycle = findCycle(graph);
  if (cycle) violations.push({ file: cycle[0] ?? '', rule: `circular imports: ${cycle.join(' → ')}` });
  return violations;
}
