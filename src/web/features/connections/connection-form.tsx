import { type SubmitEvent, useEffect, useEffectEvent } from 'react';
import type { Connection, Connections, TestedId } from '#shared/connections.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { Section } from '#web/ui/section.tsx';
import { Status } from '#web/ui/status-dot.tsx';
import { ConnectionInput } from './connection-input.tsx';
import { shownFields } from './draft.ts';
import { Steps } from './steps.tsx';
import { TestResult } from './test-result.tsx';
import { connectionTexts as texts, intros, saveLabels, testLabels, titles } from './texts.ts';
import { useConnection } from './use-connection.ts';

interface ConnectionFormProps {
  connection: Connection;
  all: Connections;
  onSaved: (all: Connections) => void;
  onDirty: (isDirty: boolean) => void;
}

type State = ReturnType<typeof useConnection>;

function Buttons({ connection, state }: { connection: Connection; state: State }) {
  const { id } = connection;
  const { draft, busy, isDirty, canTest } = state;
  const hasServer = id === 'model' && shownFields(connection, draft).length > 1;
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" busy={busy === 'save'} disabled={!isDirty}>
        {saveLabels[id]}
      </Button>
      {canTest ? (
        <Button variant="outline" busy={busy === 'test'} onClick={() => void state.test()}>
          {testLabels[id as TestedId]}
        </Button>
      ) : null}
      {hasServer ? (
        <Button variant="ghost" busy={busy === 'models'} onClick={() => void state.listModels()}>
          {texts.listModels}
        </Button>
      ) : null}
    </div>
  );
}

/** A connection with its steps, values, test, and result. */
export function ConnectionForm({ connection, all, onSaved, onDirty }: ConnectionFormProps) {
  const state = useConnection(connection, onSaved);
  const { draft, errors, failure, result, isDirty, canTest } = state;
  const { id, configured } = connection;
  const report = useEffectEvent(onDirty);
  useEffect(() => report(isDirty), [isDirty]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state.busy === null && isDirty) void state.save();
  };
  const status = <Status tone={configured ? 'good' : 'off'}>{configured ? texts.setUp : texts.notSetUp}</Status>;
  return (
    <Section title={titles[id]} id={`connection-${id}`} aside={canTest || id === 'address' ? status : null}>
      <form noValidate aria-labelledby={`connection-${id}`} onSubmit={submit} className="mt-4 flex flex-col gap-5">
        <p className="text-14 text-pretty text-soft-text">{intros[id]}</p>
        <Steps id={id} all={all} />
        {failure ? <Note tone="bad">{failure}</Note> : null}
        {shownFields(connection, draft).map((field) => (
          <ConnectionInput
            key={field.key}
            field={field}
            draft={draft}
            error={errors[field.key]}
            models={state.models}
            onChange={(value) => state.change(field.key, value)}
          />
        ))}
        {result ? <TestResult result={result} /> : null}
        <Buttons connection={connection} state={state} />
      </form>
    </Section>
  );
}
