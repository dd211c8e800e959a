import type { ConnectionTest } from '#shared/connections.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Note } from '#web/ui/note.tsx';
import { connectionTexts as texts } from './texts.ts';

/** How a test ended; for a model also what it said. */
export function TestResult({ result: { ok, message, sample } }: { result: ConnectionTest }) {
  return (
    <div role="status" className="flex flex-col gap-3">
      <Note tone={ok ? 'good' : 'bad'}>{message}</Note>
      {sample ? (
        <figure className="flex flex-col gap-3 border-l-2 border-line pl-4 text-13">
          <figcaption className="font-medium">{texts.sampleTitle}</figcaption>
          <blockquote className="text-soft-text">
            <b className="block font-medium text-text">{sample.title}</b>
            {sample.body}
          </blockquote>
          <Facts
            facts={[
              { name: texts.saidIntent, value: sample.intent },
              { name: texts.saidFit, value: sample.fit },
              { name: texts.saidReason, value: sample.reason },
            ]}
          />
        </figure>
      ) : null}
    </div>
  );
}
