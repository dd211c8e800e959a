import { redditAccountRoutes } from '#shared/reddit-account.ts';
import type { CallInput, Route } from '#shared/route.ts';
import { call, useApi } from '#web/lib/api.ts';
import { useAction } from '#web/lib/attempt.ts';

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
  const { isBusy, failure, start } = useAction();
  const reads = [status, report, past];

  const make = async () => {
    const isMade = await start(async () => {
      await report.mutate(await call(run, input), { revalidate: false });
      await past.mutate();
    });
    if (!isMade) void status.mutate();
  };
  return {
    status: status.data,
    report: report.data,
    history: past.data,
    error: reads.find(({ data, error }) => data === undefined && error)?.error,
    retry: () => reads.forEach(({ mutate }) => void mutate()),
    retrying: reads.some(({ isValidating }) => isValidating),
    busy: isBusy,
    failure,
    make,
  };
}
