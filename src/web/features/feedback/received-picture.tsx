import { Image } from 'lucide-react';
import { useState } from 'react';
import { feedbackRoutes } from '#shared/feedback.ts';
import { useApi } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { receivedTexts as texts } from './texts.ts';

function Picture({ id, name }: { id: string; name: string }) {
  const { data, error, mutate } = useApi(feedbackRoutes.picture, { params: { id } });
  if (data) return <img src={data.picture} alt={texts.picture(name)} className="mt-3 max-w-full rounded border" />;
  if (error) return <ErrorState onRetry={() => void mutate()}>{texts.noPicture}</ErrorState>;
  return <Skeleton className="mt-3 h-40 w-full max-w-160" />;
}

/** Fetched only on demand. */
export function ReceivedPicture({ id, name }: { id: string; name: string }) {
  const [shown, setShown] = useState(false);
  if (shown) return <Picture id={id} name={name} />;
  return (
    <Button variant="outline" size="sm" icon={Image} onClick={() => setShown(true)} className="mt-3">
      {texts.showPicture}
    </Button>
  );
}
