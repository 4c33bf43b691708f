// Owns the page's buttons: the workbench's own look for actions with words, and small icon buttons.
import type { ComponentChildren, VNode } from 'preact';
import './button.css';

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly secondary?: boolean;
  readonly testId?: string;
  readonly title?: string;
}

/**
 * A button with words on it. One that cannot be used keeps the focus, so that nobody is thrown to the top of the page
 * while it waits.
 */
export function Button({ children, onClick, disabled = false, secondary = false, testId, title }: ButtonProps): VNode {
  return (
    <button
      type="button"
      class={secondary ? 'text-button text-button-secondary' : 'text-button'}
      title={title}
      aria-disabled={disabled}
      onClick={() => disabled || onClick()}
      data-testid={testId}
    >
      {children}
    </button>
  );
}

interface IconButtonProps {
  /** Name of a codicon. */
  readonly icon: string;
  /** Tooltip and accessible name. */
  readonly title: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly testId?: string;
}

/** A button with an icon only. */
export function IconButton({ icon, title, onClick, disabled = false, testId }: IconButtonProps): VNode {
  return (
    <button
      type="button"
      class="icon-button"
      title={title}
      aria-label={title}
      disabled={disabled}
      onClick={onClick}
      data-testid={testId}
    >
      <Icon name={icon} />
    </button>
  );
}

/** A codicon that says nothing to a screen reader. */
export function Icon({ name }: { readonly name: string }): VNode {
  return <span class={`codicon codicon-${name}`} aria-hidden="true" />;
}

/** The workbench's moving line: something is under way. */
export function Progress({ label }: { readonly label: string }): VNode {
  return (
    <div class="progress" role="progressbar" aria-label={label}>
      <span class="progress-bit" />
    </div>
  );
}
