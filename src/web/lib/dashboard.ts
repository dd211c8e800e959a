import { dashboardRoutes } from '#shared/dashboard.ts';
import { useApi } from './api.ts';
import { pathOf } from './api-client.ts';

const input = { query: { zone: Intl.DateTimeFormat().resolvedOptions().timeZone } };

/** Under which the dashboard's answer is kept: one answer serves the page, the sidebar and the header. */
export const dashboardKey = pathOf(dashboardRoutes.get, input);
export const useDashboard = () => useApi(dashboardRoutes.get, input);
