import type { Analytics } from '#shared/analytics.ts';

export interface ChartPartProps {
  analytics: Analytics;
  onSave: () => void;
  saving: boolean;
}
