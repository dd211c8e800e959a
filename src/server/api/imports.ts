import { rm } from 'node:fs/promises';
import { AppError } from '#core/platform/errors.ts';
import type { Core } from '#core/open.ts';
import { idSchema } from '#shared/common.ts';
import { importRoutes } from '#shared/imports.ts';
import { checkAgainst } from '#shared/issue-messages.ts';
import { type ImportMapping, importMappingSchema } from '#shared/import-columns.ts';
import type { Mount } from '../mount.ts';
import { receiveUpload } from '../upload.ts';
import { createWorkSlots } from '../work-slots.ts';

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

export function mountImports(mount: Mount, { config, diskSpace, discovery: { pipeline: discovery } }: Core): void {
  mount(importRoutes.paste, ({ body }, actor) => discovery.importPaste(actor, body), { body: 'large' });
  mount(
    importRoutes.file,
    async (_, actor, ctx) => {
      const { path, fields } = await receiveUpload(ctx, {
        dataDir: config.dataDir,
        diskSpace,
        limit: config.limits.uploadMegabytes * 1024 ** 2,
      });
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
      const { path } = await receiveUpload(ctx, { dataDir: config.dataDir, diskSpace, limit: inspectedBytes });
      return discovery.inspect(actor, path).finally(() => rm(path, { force: true }));
    },
    { body: 'stream', slots: createWorkSlots({ perUser: 2, total: 4 }) },
  );
}
