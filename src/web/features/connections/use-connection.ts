import { useState } from 'react';
import { type Connection, connectionRoutes, type Connections, type ConnectionTest, type TestedId, testedIds } from '#shared/connections.ts';
import { ApiError, call, markStale } from '#web/lib/api.ts';
import { type FieldErrors, fieldErrorsOf } from '#web/lib/form.ts';
import { showToast } from '#web/lib/show-toast.ts';
import { changesOf, type Draft } from './draft.ts';
import { connectionTexts as texts, titles } from './texts.ts';

type Busy = 'save' | 'test' | 'models';
interface State {
  busy: Busy | null;
  errors: FieldErrors;
  failure: string | null;
  result: ConnectionTest | null;
}
const atRest: State = { busy: null, errors: {}, failure: null, result: null };

const isTested = (id: string): id is TestedId => (testedIds as readonly string[]).includes(id);

/** The server names fields below `values`. */
function errorsIn(error: ApiError): FieldErrors {
  const errors = fieldErrorsOf(error.details);
  return Object.fromEntries(Object.entries(errors).map(([path, message]) => [path.replace(/^values\./, ''), message]));
}

/** The draft of a connection, and saving and testing it. */
export function useConnection(connection: Connection, onSaved: (all: Connections) => void) {
  const { id } = connection;
  const [draft, setDraft] = useState<Draft>({});
  const [models, setModels] = useState<readonly string[]>([]);
  const [state, setState] = useState(atRest);
  const values = changesOf(connection, draft);

  async function attempt(busy: Busy, work: () => Promise<Partial<State>>): Promise<void> {
    setState({ ...atRest, busy });
    try {
      setState({ ...atRest, ...(await work()) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const errors = errorsIn(error);
      setState({ ...atRest, errors, failure: Object.keys(errors).length > 0 ? null : error.message });
    }
  }

  const save = () =>
    attempt('save', async () => {
      onSaved(await call(connectionRoutes.change, { params: { id }, body: { values } }));
      setDraft({});
      markStale(['/public-settings', '/reddit-oauth', '/ai', '/admin/overview', '/notifications', '/dashboard', '/billing']);
      showToast.success(texts.saved(titles[id]));
      return {};
    });
  const test = () =>
    attempt('test', async () => (isTested(id) ? { result: await call(connectionRoutes.test, { params: { id }, body: { values } }) } : {}));
  const listModels = () =>
    attempt('models', async () => {
      const result = await call(connectionRoutes.models, { body: { values } });
      setModels(result.models);
      return { result };
    });

  return {
    ...state,
    draft,
    models,
    isDirty: Object.keys(values).length > 0,
    canTest: isTested(id),
    change(key: keyof Draft, value: string | null | undefined): void {
      if (key !== 'ai.ollama.model' && key !== 'ai.openai.model') setModels([]);
      setState((now) => ({ ...now, result: null, errors: { ...now.errors, [key]: '' } }));
      setDraft((now) => {
        const { [key]: _, ...others } = now;
        return value === undefined ? others : { ...others, [key]: value };
      });
    },
    save,
    test,
    listModels,
  };
}
