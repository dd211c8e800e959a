import { Eye, EyeOff } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { Field } from '#web/ui/field.tsx';
import { Button } from '#web/ui/button.tsx';
import { Input } from '#web/ui/input.tsx';
import { passwordTexts } from './texts.ts';

interface PasswordFieldProps {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  error?: string | undefined;
  /** Shown to the right of the label. */
  aside?: ReactNode;
  large?: boolean;
}

/** A password field with a show/hide toggle and a Caps Lock warning. */
export function PasswordField({ label, name, autoComplete, hint, error, aside, large = false }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const look = (visible ? passwordTexts.hide : passwordTexts.show)(label);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <Field label={label} hint={hint} error={error} warning={capsLock ? passwordTexts.capsLock : null} aside={aside}>
      <div className="relative">
        <PasswordControl name={name} autoComplete={autoComplete} type={visible ? 'text' : 'password'} large={large} onKey={watch} />
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={look}
          title={look}
          icon={visible ? EyeOff : Eye}
          onClick={() => setVisible(!visible)}
          className="absolute! top-1/2 right-1 -translate-y-1/2"
        />
      </div>
    </Field>
  );
}

interface ControlProps {
  name: string;
  autoComplete: string;
  type: 'text' | 'password';
  large: boolean;
  onKey: (event: KeyboardEvent) => void;
}

function PasswordControl({ large, onKey, ...rest }: ControlProps) {
  return (
    <Input {...rest} onKeyDown={onKey} onKeyUp={onKey} spellCheck={false} className={large ? 'h-control-lg! px-3! pr-11!' : 'pr-10!'} />
  );
}
