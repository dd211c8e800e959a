import { dashboardRoutes } from '#shared/dashboard.ts';
import { useApi, pathOf } from './api.ts';

const input = { query: { zone: Intl.DateTimeFormat().resolvedOptions().timeZone } };

/** Cache key shared by the page, the sidebar and the header. */
export const dashboardKey = pathOf(dashboardRoutes.get, input);
export const useDashboard = () => useApi(dashboardRoutes.get, input);
