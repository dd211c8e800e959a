import { decimal } from '#web/lib/format.ts';
import { useState } from 'react';
import { wayTexts } from '#shared/ai.ts';
import { connectionRoutes, type ConnectionValues, type ModelCheckPart, type ModelVerdict, summarizeCheck } from '#shared/connections.ts';
import { formatMoney } from '#web/features/analytics/format.ts';
import { ApiError, call, markStale } from '#web/lib/api.ts';
import { t, tSent } from '#web/lib/language.ts';
import { Button } from '#web/ui/button.tsx';
import { Facts, Figures } from '#web/ui/facts.tsx';
import { Note } from '#web/ui/note.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { checkTexts as texts } from './texts.ts';

interface State {
  parts: readonly ModelCheckPart[];
  isRunning: boolean;
  failure: string | null;
}
const atRest: State = { parts: [], isRunning: false, failure: null };

/** Asks part after part, so that no request takes minutes. */
function useModelCheck(values: ConnectionValues) {
  const [state, setState] = useState(atRest);
  async function run(): Promise<void> {
    const parts: ModelCheckPart[] = [];
    const end = (failure: string | null) => setState({ parts: [...parts], isRunning: false, failure });
    setState({ ...atRest, isRunning: true });
    try {
      do {
        const body = { values, part: parts.length, way: parts[0]?.way ?? null };
        const part = await call(connectionRoutes.checkModel, { body });
        if (!part.ok) return end(tSent(part.message));
        parts.push(part);
        setState({ parts: [...parts], isRunning: true, failure: null });
      } while (parts.length < (parts[0]?.parts ?? 0));
      markStale(['/ai']);
      end(null);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      end(error.message);
    }
  }
  return { ...state, run };
}

/** The model judges 20 posts of which the answer is known. */
export function ModelCheck({ values }: { values: ConnectionValues }) {
  const { parts, isRunning, failure, run } = useModelCheck(values);
  const count = parts[0]?.parts ?? 0;
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-100 text-13 text-pretty text-muted">{texts.lead}</p>
        <Button variant="outline" busy={isRunning} onClick={() => void run()}>
          {texts.check}
        </Button>
      </div>
      {isRunning ? <Progress label={texts.progress} value={count === 0 ? null : parts.length} max={count} /> : null}
      {failure === null ? null : <Note tone="bad">{failure}</Note>}
      {parts.length > 0 && !isRunning && failure === null ? <CheckResult parts={parts} /> : null}
    </div>
  );
}

function CheckResult({ parts }: { parts: readonly ModelCheckPart[] }) {
  const { posts, valid, right, secondsPerPost, costPerPost, wrong } = summarizeCheck(parts);
  const way = parts[0]?.way ?? null;
  const { tone, text } = texts.verdict({ posts, valid, right });
  return (
    <div role="status" className="flex flex-col gap-5">
      <Note tone={tone}>{text}</Note>
      <Figures
        figures={[
          { value: texts.share(valid, posts), label: texts.valid, title: texts.ofPosts(valid, posts) },
          { value: texts.share(right, posts), label: texts.right, title: texts.ofPosts(right, posts) },
          { value: decimal(secondsPerPost, 1), label: texts.seconds },
          { value: formatMoney(costPerPost === null ? null : 1000 * costPerPost), label: texts.cost },
        ]}
      />
      {way === null ? null : <Facts facts={[{ name: texts.asked, value: t(wayTexts[way]) }]} />}
      {costPerPost === null ? <p className="text-12 text-muted">{texts.unknownCost}</p> : null}
      {wrong.length > 0 ? <Wrong verdicts={wrong} /> : null}
    </div>
  );
}

function Wrong({ verdicts }: { verdicts: readonly ModelVerdict[] }) {
  return (
    <div>
      <h3 className="mb-2 text-12 font-medium text-muted">{texts.wrong}</h3>
      <ul className="flex flex-col gap-3 text-13">
        {verdicts.map(({ text, expected, said, reason }) => (
          <li key={text} className="min-w-0 wrap-anywhere">
            {text}
            <span className="block text-muted">
              {texts.instead(expected, said)}
              {reason === '' ? null : ` ${reason}`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
