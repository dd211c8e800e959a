import type { Core } from '#core/open.ts';
import { idSchema } from '#shared/common.ts';
import { importRoutes } from '#shared/imports.ts';
import type { Mount } from '../mount.ts';
import { receiveUpload } from '../upload.ts';

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
      return discovery.importFile(actor, path, { campaignId, isUpload: true });
    },
    { body: 'stream' },
  );
}
