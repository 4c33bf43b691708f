// Buttons, icons and the progress bar in the style of VS Code.
import type { ComponentChildren, VNode } from 'preact';
import './button.css';

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly isSecondary?: boolean;
  readonly testId?: string;
  readonly title?: string;
}

/**
 * A text button. While it is disabled, it has the color of a secondary button, and keeps the focus, so that the focus
 * does not jump to the top of the page.
 */
export function Button({
  children,
  onClick,
  disabled = false,
  isSecondary = false,
  testId,
  title,
}: ButtonProps): VNode {
  return (
    <button
      type="button"
      class={isSecondary || disabled ? 'text-button text-button-secondary' : 'text-button'}
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
  /** The name of a codicon. */
  readonly icon: string;
  /** Tooltip and accessible name. */
  readonly title: string;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly testId?: string;
}

/** A button with only an icon. */
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

/** A codicon that is hidden from screen readers. */
export function Icon({ name }: { readonly name: string }): VNode {
  return <span class={`codicon codicon-${name}`} aria-hidden="true" />;
}

/** VS Code's indeterminate progress bar. */
export function Progress({ label }: { readonly label: string }): VNode {
  return (
    <div class="progress" role="progressbar" aria-label={label}>
      <span class="progress-bit" />
    </div>
  );
}
