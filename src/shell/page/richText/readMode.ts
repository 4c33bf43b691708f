// Shows a text for reading until the user starts to edit it, and again when the focus leaves the editor.
import type { TargetedFocusEvent, TargetedKeyboardEvent, TargetedMouseEvent } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { isShortcut } from '../keys/shortcuts.ts';
import { useRunAfterClick } from '../keys/useRunAfterClick.ts';
import type { HtmlEditor } from './htmlEditor.ts';

interface ReadModeOptions {
  readonly htmlEditor: HtmlEditor | undefined;
  /** Whether the text is shown for reading first. Otherwise it is always an editor. */
  readonly startsInReadMode: boolean;
  readonly canEdit: boolean;
  readonly onOpenLink: (href: string) => void;
}

interface ReadModeState {
  readonly isEditing: boolean;
  readonly startEditing: () => void;
  /** The listeners of the element that contains the text and its toolbar. */
  readonly listeners: {
    readonly onMouseDown: (event: TargetedMouseEvent<HTMLElement>) => void;
    readonly onClick: (event: TargetedMouseEvent<HTMLElement>) => void;
    readonly onKeyDown: (event: TargetedKeyboardEvent<HTMLElement>) => void;
    readonly onFocusOut: (event: TargetedFocusEvent<HTMLElement>) => void;
  };
}

function closestElement({ target }: Event, selector: string): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>(selector) : null;
}

/** Returns whether the user has selected a part of the text, for example to copy it. */
function hasSelectionIn(element: HTMLElement): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && element.contains(selection.anchorNode);
}

function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent | MouseEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

/**
 * Returns whether the text is shown as an editor, and the listeners that start and end editing: a click into the text,
 * Enter and E start it, Escape and the loss of the focus end it. The document, its undo history and the draft stay as
 * they are.
 */
export function useReadMode({ htmlEditor, startsInReadMode, canEdit, onOpenLink }: ReadModeOptions): ReadModeState {
  const [isStartedByUser, setIsStartedByUser] = useState(false);
  const runAfterClick = useRunAfterClick();
  const isEditing = canEdit && (!startsInReadMode || isStartedByUser);
  // The listener of `focusout` reads the current value here, because it may run after a later render than the one that
  // created it.
  const isEditingRef = useRef(isEditing);
  isEditingRef.current = isEditing;
  const startEditing = (point?: { readonly left: number; readonly top: number }) => {
    if (!htmlEditor || !canEdit || isEditing) return;
    setIsStartedByUser(true);
    htmlEditor.startEditing(point);
  };
  const stopEditing = () => {
    htmlEditor?.setEditable(false);
    setIsStartedByUser(false);
  };

  const onMouseDown = (event: TargetedMouseEvent<HTMLElement>) => {
    // The checkbox of a task ignores clicks unless the text is editable before the click.
    if (!isEditing && closestElement(event, '.ProseMirror input[type=checkbox]')) startEditing();
  };
  const onClick = (event: TargetedMouseEvent<HTMLElement>) => {
    if (isEditing || event.button !== 0 || hasModifier(event)) return;
    const href = closestElement(event, 'a[data-href]')?.dataset['href'];
    if (href !== undefined) {
      event.preventDefault();
      onOpenLink(href);
    } else if (
      closestElement(event, '.rich-text-place') &&
      !closestElement(event, 'button') &&
      !hasSelectionIn(event.currentTarget)
    ) {
      // A click that assistive technology triggers has no position (`detail` is 0).
      startEditing(event.detail === 0 ? undefined : { left: event.clientX, top: event.clientY });
    }
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const href = closestElement(event, 'a[tabindex]')?.dataset['href'];
    if (href !== undefined && !isEditing && event.key === 'Enter' && !hasModifier(event)) {
      event.preventDefault();
      onOpenLink(href);
      return;
    }
    if (!startsInReadMode || event.defaultPrevented || event.isComposing || hasModifier(event)) return;
    const text = htmlEditor?.editor.view.dom;
    if (isEditing && isShortcut(event, 'stopEditing')) {
      event.preventDefault();
      stopEditing();
      text?.focus();
    } else if (canEdit && !isEditing && event.target === text && isShortcut(event, 'edit')) {
      event.preventDefault();
      startEditing();
    }
  };
  const onFocusOut = ({ currentTarget, relatedTarget }: TargetedFocusEvent<HTMLElement>) => {
    if (!startsInReadMode || !isEditing || (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)))
      return;
    // Editing continues in two cases: other HTML has replaced the focused element, and the new element then gets the
    // focus; or the whole window has lost the focus, which the window restores later.
    queueMicrotask(() =>
      runAfterClick(() => {
        const keepsFocus = currentTarget.contains(document.activeElement) || !document.hasFocus();
        if (isEditingRef.current && !keepsFocus) stopEditing();
      }),
    );
  };
  return { isEditing, startEditing: () => startEditing(), listeners: { onMouseDown, onClick, onKeyDown, onFocusOut } };
}
