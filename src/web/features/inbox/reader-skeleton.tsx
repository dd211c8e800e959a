import { PageSkeleton } from '#web/ui/skeleton.tsx';

/** A reader that is on its way. */
export function ReaderSkeleton() {
  return (
    <div className="p-8 max-md:p-4">
      <PageSkeleton />
    </div>
  );
}
