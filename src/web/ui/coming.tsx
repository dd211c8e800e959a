/** Something was opened and is still loading: hotkeys check for this mark, because keys pressed now are meant for it. */
export function Coming() {
  return <div data-coming="" aria-busy="true" hidden />;
}
