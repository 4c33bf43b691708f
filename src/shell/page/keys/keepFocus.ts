// Keeps the focus on the page when the control that has it is removed, for example the button that deletes a comment.
// Otherwise, the next Tab key would move the focus to the top of the page.

/** The parts of the page in which the focus stays, as long as they exist and have a control. */
const CONTAINER_SELECTOR = 'section, ul, ol, li, .field, .item-actions, header';
const CONTROL_SELECTOR = 'a[href], button, input:not([hidden]), textarea, [tabindex="0"], [contenteditable=true]';

interface FocusPosition {
  readonly control: Element;
  /**
   * The parts of the page that contain the control, the smallest part first, each with the position of the control in
   * it.
   */
  readonly containers: readonly { readonly container: Element; readonly index: number }[];
}

/** Starts to keep the focus. Returns a function that removes the listeners. */
export function keepFocus(): () => void {
  let focusPosition: FocusPosition | undefined;
  const onFocusIn = ({ target }: FocusEvent): void => {
    focusPosition = target instanceof Element ? positionOf(target) : undefined;
  };
  const onFocusOut = (): void => {
    // A click outside of all controls also removes the focus, but does not remove the control.
    queueMicrotask(() => {
      if (document.hasFocus() && hasNoFocus() && focusPosition?.control.isConnected === true) focusPosition = undefined;
    });
  };
  const restoreFocus = (): void => {
    if (!hasNoFocus() || focusPosition === undefined || focusPosition.control.isConnected) return;
    // The page must not take the focus from a prompt of VS Code.
    if (document.hasFocus()) nextControl(focusPosition)?.focus();
    else window.addEventListener('focus', restoreFocus, { once: true });
  };
  let isActive = true;
  // Some components move the focus themselves when they render. This observer runs later.
  const observer = new MutationObserver(() => isActive && restoreFocus());
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', onFocusIn);
  document.addEventListener('focusout', onFocusOut);
  return () => {
    isActive = false;
    observer.disconnect();
    document.removeEventListener('focusin', onFocusIn);
    document.removeEventListener('focusout', onFocusOut);
    window.removeEventListener('focus', restoreFocus);
  };
}

function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function positionOf(control: Element): FocusPosition {
  const containers: { container: Element; index: number }[] = [];
  for (
    let container = control.closest(CONTAINER_SELECTOR);
    container;
    container = container.parentElement?.closest(CONTAINER_SELECTOR) ?? null
  )
    containers.push({ container, index: controlsIn(container).findIndex((candidate) => candidate === control) });
  return { control, containers };
}

/** Returns the control that is now at the position of the removed control, or the heading of the page. */
function nextControl({ containers }: FocusPosition): HTMLElement | null {
  for (const { container, index } of containers) {
    const controls = container.isConnected ? controlsIn(container) : [];
    const control = controls[Math.min(Math.max(index, 0), controls.length - 1)];
    if (control) return control;
  }
  return document.querySelector<HTMLElement>('.identifier');
}

/** Returns the controls that the Tab key reaches. */
function controlsIn(container: Element): readonly HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(CONTROL_SELECTOR)].filter(
    (control) => !control.matches(':disabled, [tabindex="-1"]'),
  );
}
