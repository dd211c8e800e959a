import type { Core } from '#core/open.ts';
import { AppError } from '#core/platform/errors.ts';
import { blacklistRoutes, workspaceBlacklistRoutes } from '#shared/blacklist.ts';
import { companionRoutes } from '#shared/companion.ts';
import { idSchema } from '#shared/common.ts';
import { importRoutes, type ImportMapping, importMappingSchema } from '#shared/imports.ts';
import { checkAgainst } from '#shared/issue-messages.ts';
import { placeRoutes } from '#shared/places.ts';
import { readPlaces } from '#core/trades/places.ts';
import { searchRoutes } from '#shared/search.ts';
import { subredditRoutes } from '#shared/subreddits.ts';
import { rm } from 'node:fs/promises';
import type { Mount } from '../mount.ts';
import { createWorkSlots } from '../slots.ts';
import { createReceiveUpload } from '../upload.ts';

/** Throws `invalid` for invalid JSON, or a mapping with unknown fields. */
function mappingOf(text: string | undefined): ImportMapping | undefined {
  if (text === undefined || text === '') return undefined;
  const parsed = checkAgainst(importMappingSchema, jsonOf(text));
  if ('details' in parsed) throw new AppError('invalid', 'The column mapping is invalid', parsed);
  return parsed.data;
}
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const inspectedBytes = 1024 ** 2;

function mountImports(mount: Mount, { config, diskSpace, discovery: { pipeline: discovery } }: Core): void {
  const uploadBytes = config.limits.uploadMegabytes * 1024 ** 2;
  const receive = createReceiveUpload({ dataDir: config.dataDir, diskSpace, perUser: uploadBytes });
  mount(importRoutes.paste, ({ body }, actor) => discovery.importPaste(actor, body), { body: 'large' });
  mount(
    importRoutes.file,
    async (_, actor, ctx) => {
      const { path, fields } = await receive(ctx, actor, uploadBytes);
      // An invalid id names no campaign, so it is treated as an unknown one.
      const campaignId = fields['campaignId'] ? (idSchema.safeParse(fields['campaignId']).data ?? '0') : undefined;
      const mapping = await Promise.try(mappingOf, fields['mapping']).catch(async (error: unknown) => {
        await rm(path, { force: true });
        throw error;
      });
      return discovery.importFile(actor, path, { campaignId, isUpload: true, mapping });
    },
    { body: 'stream' },
  );
  mount(
    importRoutes.inspect,
    async (_, actor, ctx) => {
      const { path } = await receive(ctx, actor, inspectedBytes);
      return discovery.inspect(actor, path).finally(() => rm(path, { force: true }));
    },
    { body: 'stream', slots: createWorkSlots({ perUser: 2, total: 4 }) },
  );
}

function mountSubreddits(mount: Mount, { reddit: { subreddits } }: Core): void {
  mount(subredditRoutes.list, ({ query }, actor) => subreddits.list(actor, query.names));
  mount(subredditRoutes.get, ({ params }, actor) => subreddits.get(actor, params.name));
}

function mountPlaces(mount: Mount): void {
  mount(placeRoutes.list, () => {
    const { compiled, entries } = readPlaces();
    return { compiled, items: [...entries] };
  });
}

function mountSearch(mount: Mount, { discovery: { search } }: Core): void {
  mount(searchRoutes.reddit, ({ query }, actor, { state }) => search.reddit(actor, query, state.signal), {
    slots: createWorkSlots({ perUser: 2, total: 8 }),
  });
  mount(searchRoutes.save, ({ body }, actor) => search.save(actor, body));
}

/** Scoring stores nothing, so it waits beside writes, not for them. */
function mountCompanion(mount: Mount, { accounts: { tokens }, discovery: { search } }: Core): void {
  mount(companionRoutes.code, (_, actor) => tokens.makePairingCode(actor));
  mount(companionRoutes.pair, ({ body }, _, ctx) => tokens.pair(body, ctx.state.address));
  const slots = createWorkSlots({ perUser: 2, total: 4 });
  mount(companionRoutes.score, ({ body }, actor) => search.companion.score(actor, body.texts), { body: 'large', slots });
  mount(companionRoutes.save, ({ body }, actor) => search.companion.save(actor, body), { body: 'large' });
}

function mountBlacklist(mount: Mount, { discovery: { blacklist } }: Core): void {
  for (const [routes, entries] of [
    [blacklistRoutes, blacklist],
    [workspaceBlacklistRoutes, blacklist.ofWorkspace],
  ] as const) {
    mount(routes.list, async (_, actor) => ({ items: await entries.list(actor) }));
    mount(routes.add, ({ body }, actor) => entries.add(actor, [body]));
    mount(routes.remove, ({ params }, actor) => entries.remove(actor, params.id));
    mount(routes.import, ({ body }, actor) => entries.import(actor, body.text), { body: 'large' });
  }
}

export function mountDiscovery(mount: Mount, core: Core): void {
  mountImports(mount, core);
  mountSubreddits(mount, core);
  mountPlaces(mount);
  mountSearch(mount, core);
  mountCompanion(mount, core);
  mountBlacklist(mount, core);
}
