import { LoadingPane } from '#web/ui/spinner.tsx';
import { shellTexts } from './texts.ts';

/** While it is not known yet who is there. */
export function LoadingScreen() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <LoadingPane label={shellTexts.loading} />
    </main>
  );
}
