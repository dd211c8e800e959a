import { Skeleton, TableSkeleton } from '#web/ui/skeleton.tsx';
import { texts } from './texts.ts';

export function AnalyticsSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-10">
      <output className="sr-only">{texts.loading}</output>
      <div className="grid grid-cols-4 gap-6 max-md:grid-cols-2">
        {[0, 1, 2, 3].map((figure) => (
          <div key={figure}>
            <Skeleton strong className="h-8 w-24" />
            <Skeleton className="mt-2 h-3 w-32 max-w-full" />
          </div>
        ))}
      </div>
      <div className="grid gap-12 lg:grid-cols-2">
        {[0, 1].map((chart) => (
          <div key={chart}>
            <Skeleton strong className="h-4 w-28" />
            <Skeleton className="mt-4 h-52 w-full" />
          </div>
        ))}
      </div>
      <TableSkeleton columns={5} />
    </div>
  );
}
