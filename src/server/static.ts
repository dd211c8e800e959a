import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Middleware } from 'koa';
import { basePathOf } from '#core/platform/base-path.ts';
import type { Config } from '#core/platform/config.ts';
import { perVersion } from '#core/platform/per-version.ts';
import { product } from '#shared/product.ts';
import type { ServerContext, ServerState } from './state.ts';

interface Asset {
  key: string;
  bytes: Buffer;
  packed: Map<string, Promise<Buffer>>;
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.zip': 'application/zip',
};
const packable = /^(?:text|application\/(?:json|manifest)|image\/svg)/;
const packers: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
};
const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${product}</title><h1>${product} is running</h1><p>The web app is not built yet. Run <code>npm run build</code> and reload.</p></html>`;

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EACCES', 'ERR_INVALID_ARG_VALUE'].includes(String(error.code));

/** A plain name under the root: no dotfiles, no `..`, no double encoding, no backslash, no NUL. */
function findName(path: string): string | null {
  try {
    const name = decodeURIComponent(path);
    return /^(?:\/[\w@~+-][\w@~+.-]*)+$/.test(name) ? name : null;
  } catch {
    return null;
  }
}

const escapes: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };

const meta = (name: string, content: string): string =>
  content === '' ? '' : `<meta name="earshot-${name}" content="${content.replace(/[&"<]/g, (mark) => escapes[mark] ?? '')}" />`;

/** What the documents of the build get to fit this instance. */
function createDressing({ http, analytics }: Pick<Config, 'http' | 'analytics'>) {
  const base = basePathOf(http);
  const head = meta('base-path', base) + meta('analytics', analytics.endpoint);
  return {
    /** Empty if documents stay as they are. */
    key: head === '' ? '' : createHash('sha256').update(head).digest('base64url').slice(0, 8),
    dress: (page: Buffer): Buffer =>
      Buffer.from(
        page
          .toString()
          .replaceAll(/ (href|src)="\/(?!\/)/g, (_, name: string) => ` ${name}="${base}/`)
          .replace('</head>', () => `${head}</head>`),
      ),
  };
}

function createAssets(root: string, dressing: () => ReturnType<typeof createDressing>) {
  const known = new Map<string, Asset>();

  return {
    /** Read again after the file changes, so that a new build shows without a restart. */
    async find(name: string): Promise<Asset | null> {
      try {
        const path = join(root, name);
        // The system has the answer in memory: waiting for one of Node's threads took most of the time of a request.
        const facts = statSync(path, { throwIfNoEntry: false });
        if (!facts?.isFile()) return null;
        const dressed = name.endsWith('.html') && dressing().key !== '' ? dressing() : null;
        const key = `${facts.mtimeMs}-${facts.size}${dressed ? `-${dressed.key}` : ''}`;
        const held = known.get(name);
        if (held?.key === key) return held;
        const file = await realpath(path);
        if (!file.startsWith((await realpath(root)) + sep)) return null;
        const bytes = await readFile(file);
        // With a new build, nothing of the one before is needed any more.
        if (held && name === '/index.html') known.clear();
        const asset = { key, bytes: dressed?.dress(bytes) ?? bytes, packed: new Map<string, Promise<Buffer>>() };
        known.set(name, asset);
        return asset;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
  };
}

async function send(ctx: ServerContext, asset: Asset, name: string): Promise<void> {
  const type = types[extname(name)] ?? 'application/octet-stream';
  const encoding = packable.test(type) ? ctx.acceptsEncodings('br', 'gzip', 'identity') : 'identity';
  const pack = packers[encoding || 'identity'];
  ctx.set('Cache-Control', name.startsWith('/static/') ? 'public, max-age=31536000, immutable' : 'no-cache');
  ctx.set('Content-Type', type);
  ctx.vary('Accept-Encoding');
  ctx.etag = `W/"${asset.key}"`;
  ctx.status = 200;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (pack && encoding) {
    const packed = asset.packed.get(encoding) ?? pack(asset.bytes);
    asset.packed.set(encoding, packed);
    ctx.set('Content-Encoding', encoding);
    ctx.body = await packed;
  } else ctx.body = asset.bytes;
}

async function sendPage(ctx: ServerContext, page: Asset | null): Promise<void> {
  if (page) return send(ctx, page, '/index.html');
  ctx.set('Cache-Control', 'no-cache');
  ctx.type = 'html';
  ctx.body = notBuilt;
  return undefined;
}

const wantsPage = (ctx: ServerContext): boolean => extname(ctx.path) === '' && ctx.accepts('html', 'json') === 'html';

/** Serves files of the built web app. Any other path that a browser opens serves the app itself, which does its own routing. */
export function serveStatic(root: string, config: Pick<Config, 'http' | 'analytics'>): Middleware<ServerState> {
  const dressings = perVersion(
    () => config.http,
    () => createDressing(config),
  );
  const assets = createAssets(root, dressings.current);
  async function answer(ctx: ServerContext): Promise<boolean> {
    const name = findName(ctx.path);
    const asset = name === null ? null : await assets.find(name);
    if (asset && name !== null) await send(ctx, asset, name);
    else if (!wantsPage(ctx)) return false;
    else await sendPage(ctx, await assets.find('/index.html'));
    return true;
  }
  return async (ctx, next) => {
    const isOurs = /^\/(?:api|socket\.io)(?:\/|$)/i.test(ctx.path);
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
    if (isOurs || !isRead || !(await answer(ctx))) await next();
  };
}
