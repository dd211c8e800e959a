type Style = Readonly<Record<string, string>>;

/** Styles are set one by one, which no page's Content-Security-Policy forbids; texts are text nodes. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  style: Style,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  Object.assign(element.style, style);
  element.append(...children);
  return element;
}

export const surface: Style = {
  background: '#1c2230',
  color: '#fff',
  font: '13px/1.4 system-ui, sans-serif',
  borderRadius: '8px',
  boxShadow: '0 2px 10px rgb(0 0 0 / 35%)',
  textAlign: 'start',
};
export const row: Style = { display: 'flex', alignItems: 'center', gap: '6px' };
export const control: Style = {
  font: 'inherit',
  color: '#fff',
  background: '#3a4358',
  border: '0',
  borderRadius: '5px',
  padding: '3px 8px',
  cursor: 'pointer',
};

/** Pages can't press it. */
export function button(label: string, press: () => Promise<void> | void): HTMLButtonElement {
  const made = make('button', control, label);
  made.type = 'button';
  made.addEventListener('click', (event) => {
    if (event.isTrusted) void press();
  });
  return made;
}
