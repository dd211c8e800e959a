import { usePageTitle } from '#web/lib/page-title.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { errorTexts } from './texts.ts';

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Works without any provider. */
export function ErrorScreen({ error }: { error: unknown }) {
  usePageTitle(errorTexts.title);
  const isChunk = nameOf(error) === 'ChunkLoadError';
  return (
    <div className="grid min-h-[80dvh] flex-1 place-items-center">
      <ErrorState
        action={
          <>
            <Button onClick={() => location.reload()}>{errorTexts.reload}</Button>
            <Button asChild variant="outline">
              <a href="/dashboard">{errorTexts.home}</a>
            </Button>
          </>
        }
      >
        <h1 className="text-20 font-semibold tracking-[-.012em] text-text">{errorTexts.title}</h1>
        <p className="mt-2">{isChunk ? errorTexts.chunk : errorTexts.other}</p>
        <p className="mt-3 font-mono text-12 wrap-anywhere text-muted">{messageOf(error)}</p>
      </ErrorState>
    </div>
  );
}
