import { LoadingPane } from '#web/ui/spinner.tsx';
import { shellTexts } from './texts.ts';

/** Shown until the session is known. */
export function LoadingScreen({ isServerAway = false }: { isServerAway?: boolean }) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <div className="grid justify-items-center gap-3">
        <LoadingPane label={shellTexts.loading} />
        <p role="status" className="text-14 text-muted">
          {isServerAway ? shellTexts.serverAway : null}
        </p>
      </div>
    </main>
  );
}
