import { QRCodeSVG } from 'qrcode.react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { twoFactorRoutes, type TwoFactorProof, type TwoFactorSetup } from '#shared/two-factor.ts';
import { call } from '#web/lib/api.ts';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TwoFactorForm } from './two-factor-form.tsx';
import { twoFactorTexts as texts } from './two-factor-texts.ts';

/** The secret as a QR code and as text, and the fields that turn it on. */
export function TwoFactorSetUp({ onSend }: { onSend: (proof: TwoFactorProof) => Promise<void> }) {
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isStarted = useRef(false);
  const start = useCallback(() => {
    setFailure(null);
    call(twoFactorRoutes.setUp, {})
      .then(setSetup)
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : texts.failed));
  }, []);
  useEffect(() => {
    // Each call replaces the secret, and React runs effects twice in development.
    if (isStarted.current) return;
    isStarted.current = true;
    start();
  }, [start]);
  if (failure !== null) return <ErrorState onRetry={start}>{failure}</ErrorState>;
  if (setup === null) return <Spinner className="mx-auto my-16" />;
  return (
    <>
      <div className="mt-4 flex justify-center">
        {/* Scanners need dark on light, with a margin, in the dark theme too. */}
        <QRCodeSVG value={setup.uri} title={texts.qrCode} role="img" size={192} marginSize={4} className="rounded-md" />
      </div>
      <p className="mt-4 text-13 text-soft-text">
        {texts.typeInstead} <code className="block font-mono text-12 break-all select-all">{setup.secret}</code>
      </p>
      <p className="mt-4 text-13 text-soft-text">{texts.enableNote}</p>
      <TwoFactorForm submit={texts.enable} codeHint={texts.sixDigits} onSend={onSend} />
    </>
  );
}
