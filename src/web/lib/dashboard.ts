import { dashboardRoutes } from '#shared/dashboard.ts';
import { useApi } from './api.ts';

const input = { query: { zone: Intl.DateTimeFormat().resolvedOptions().timeZone } };

/** One read for the page, the sidebar and the header. */
export const useDashboard = () => useApi(dashboardRoutes.get, input);
