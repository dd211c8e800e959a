import { exportRoutes } from '#shared/exports.ts';
import type { ViewList } from '#shared/views.ts';
import { saveFile } from '#web/lib/files.ts';

const routes = {
  leads: { csv: exportRoutes.leadsCsv, json: exportRoutes.leadsJson },
  posts: { csv: exportRoutes.postsCsv, json: exportRoutes.postsJson },
};

export const exportList = (list: ViewList, form: 'csv' | 'json', query: object): Promise<void> =>
  saveFile(routes[list][form], { query }, `earshot-${list}-${new Date().toISOString().slice(0, 10)}.${form}`);
