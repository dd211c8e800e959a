import type { Analytics } from '#shared/analytics.ts';

/** What every chart of the page is given. */
export interface ChartPartProps {
  analytics: Analytics;
  onSave: () => void;
  saving: boolean;
}
