// The button of a choice control, which shows the value and opens the list.
import type { ComponentChildren, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Choice, UnloadedListStatus } from '../../../items/form/fieldProtocol.ts';
import { Icon } from '../button.tsx';
import { isShortcut } from '../keys/shortcuts.ts';
import { ChoiceIcon } from './choiceIcon.tsx';
import { type ControlProps } from './textControls.tsx';
import './input.css';
import './choosing.css';

/** The props of every choice control. */
export interface ChoiceListProps extends ControlProps {
  /** The choices of the list; while `pending`, only the choices that are selected and whose names are known. */
  readonly choices: readonly Choice[];
  readonly pending: UnloadedListStatus | undefined;
  /** Requests the complete list of choices. */
  readonly onRequestChoices: () => void;
}

interface ChoiceButtonProps extends ChoiceListProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly button: { readonly current: HTMLButtonElement | null };
  readonly children: ComponentChildren;
}

export function ChoiceButton({
  id,
  label,
  describedBy,
  isInvalid,
  isOpen,
  onToggle,
  button,
  children,
}: ChoiceButtonProps): VNode {
  return (
    <button
      ref={button}
      id={id}
      type="button"
      class="input opener"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={isOpen}
      aria-controls={`${id}-list`}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      data-autofocus
      onClick={onToggle}
      onKeyDown={(event) => {
        if (!isShortcut(event, 'openList')) return;
        event.preventDefault();
        if (!isOpen) onToggle();
      }}
    >
      <span class="opener-value">{children}</span>
      <Icon name="chevron-down" />
    </button>
  );
}

/**
 * Manages whether the list is open. If the list has the focus when it closes, the focus returns to the button. Requests
 * the choices each time the list opens, because the current choices may be stale.
 */
export function useOpenState({
  pending,
  onRequestChoices,
}: Partial<Pick<ChoiceListProps, 'pending' | 'onRequestChoices'>> = {}) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return {
    button,
    isOpen,
    toggle: () => {
      if (!isOpen && pending !== 'loading') onRequestChoices?.();
      setOpen(!isOpen);
    },
    close: () => {
      setOpen(false);
      const hasFocusInside = button.current?.parentElement?.contains(document.activeElement) ?? false;
      if (hasFocusInside) button.current?.focus();
    },
  };
}

export function ChoiceLabel({
  choice,
  fallback,
}: {
  readonly choice: Choice | undefined;
  readonly fallback: string;
}): VNode {
  if (!choice) return <span class="dimmed">{fallback}</span>;
  return (
    <>
      <ChoiceIcon choice={choice} />
      <span class="choice-label" dir="auto">
        {choice.label}
      </span>
    </>
  );
}

export function isLoading(pending: UnloadedListStatus | undefined): boolean {
  return pending === 'notLoaded' || pending === 'loading';
}
