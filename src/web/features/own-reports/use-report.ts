import { useState } from 'react';
import { redditAccountRoutes } from '#shared/reddit-account.ts';
import type { CallInput, Route } from '#shared/route.ts';
import { call, useApi } from '#web/lib/api.ts';

interface ReportRoutes<R extends Route, L extends Route, H extends Route> {
  run: R;
  latest: L;
  history: H;
  /** The request that creates a report. */
  input: CallInput<R>;
}

/** The latest report with its history and connection, and a way to run a new one. `report` is undefined while loading, null before the first. */
export function useReport<R extends Route, L extends Route, H extends Route>({ run, latest, history, input }: ReportRoutes<R, L, H>) {
  const status = useApi(redditAccountRoutes.status, { query: {} });
  const report = useApi(latest, {} as CallInput<L>);
  const past = useApi(history, {} as CallInput<H>);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const reads = [status, report, past];

  const make = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await report.mutate(await call(run, input), { revalidate: false });
      await past.mutate();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      void status.mutate();
    } finally {
      setBusy(false);
    }
  };
  return {
    status: status.data,
    report: report.data,
    history: past.data,
    error: reads.find(({ data, error }) => data === undefined && error)?.error,
    retry: () => reads.forEach(({ mutate }) => void mutate()),
    retrying: reads.some(({ isValidating }) => isValidating),
    busy,
    failure,
    make,
  };
}
