import { Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import type { Form } from '#web/lib/form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { passwordTexts } from './texts.ts';

interface PasswordFieldProps {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  form: Pick<Form, 'errors'>;
  large?: boolean;
}

/** A password field with a show/hide toggle and a Caps Lock warning. */
export function PasswordField({ form, label, name, autoComplete, hint, large = false }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const look = (visible ? passwordTexts.hide : passwordTexts.show)(label);
  const toggle = useRef<HTMLButtonElement>(null);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  // Tab goes on to what the user fills in or presses next; Shift+Tab from there leads to the toggle.
  const setSkipped = (isSkipped: boolean) => {
    if (toggle.current) toggle.current.tabIndex = isSkipped ? -1 : 0;
  };
  return (
    <Field label={label} hint={hint} error={form.errors[name]} warning={capsLock ? passwordTexts.capsLock : null}>
      <div className="relative">
        <PasswordControl
          name={name}
          autoComplete={autoComplete}
          type={visible ? 'text' : 'password'}
          large={large}
          onKey={watch}
          onTab={setSkipped}
        />
        <Button
          ref={toggle}
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
  /** True when Tab is pressed, false once the focus has moved. */
  onTab: (isMoving: boolean) => void;
}

function PasswordControl({ large, onKey, onTab, ...rest }: ControlProps) {
  const press = (event: KeyboardEvent) => {
    onKey(event);
    onTab(event.key === 'Tab' && !event.shiftKey);
  };
  return (
    <Input
      {...rest}
      onKeyDown={press}
      onKeyUp={onKey}
      onBlur={() => onTab(false)}
      spellCheck={false}
      className={large ? 'h-control-lg! px-3! pr-11!' : 'pr-10!'}
    />
  );
}
