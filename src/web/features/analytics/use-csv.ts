import { useState } from 'react';
import { analyticsRoutes, type ChartName } from '#shared/analytics.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast } from '#web/ui/toaster.tsx';
import { texts } from './texts.ts';

type Query = Parameters<typeof saveFile<typeof analyticsRoutes.csv>>[1]['query'];

/** `saving`: the chart whose CSV is being downloaded. */
export function useCsv(query: Query): { save: (chart: ChartName) => Promise<void>; saving: ChartName | null } {
  const [saving, setSaving] = useState<ChartName | null>(null);
  const save = async (chart: ChartName): Promise<void> => {
    setSaving(chart);
    try {
      await saveFile(analyticsRoutes.csv, { params: { chart }, query }, texts.fileName(chart));
    } catch (error) {
      toast.error(texts.savingFailed(error instanceof Error ? error.message : String(error)));
    } finally {
      setSaving(null);
    }
  };
  return { save, saving };
}
