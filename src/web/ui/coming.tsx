/** Something was opened and is on its way: keys that are pressed meanwhile are meant for it, and hotkeys look for this mark. */
export function Coming() {
  return <div data-coming="" aria-busy="true" hidden />;
}
