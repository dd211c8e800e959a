import { LoadingPane } from '#web/ui/spinner.tsx';
import { shellTexts } from './texts.ts';

/** Shown until the session is known. */
export function LoadingScreen() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <LoadingPane label={shellTexts.loading} />
    </main>
  );
}
