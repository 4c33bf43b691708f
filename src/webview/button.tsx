// Owns the page's buttons: the workbench's own look for actions with words, and small icon buttons.
import { type ComponentChildren, h, type VNode } from 'preact';
import './button.css';

interface ButtonProps {
  readonly children: ComponentChildren;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly secondary?: boolean;
  readonly testId?: string;
  readonly title?: string;
}

/** A button with words on it. */
export function Button({ children, onClick, disabled = false, secondary = false, testId, title }: ButtonProps): ComponentChildren {
  const act = () => {
    if (!disabled) onClick();
  };
  // The button acts on the space bar by itself, but lets the page scroll as well.
  const keepStill = (event: KeyboardEvent) => {
    if (event.key === ' ') event.preventDefault();
  };
  return h(
    'vscode-button',
    { onClick: act, onKeyDown: keepStill, disabled, secondary, title, 'data-testid': testId, 'aria-disabled': String(disabled) },
    children,
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
    <button type="button" class="icon-button" title={title} aria-label={title} disabled={disabled} onClick={onClick} data-testid={testId}>
      <Icon name={icon} />
    </button>
  );
}

/** A codicon that says nothing to a screen reader. */
export function Icon({ name }: { readonly name: string }): VNode {
  return <span class={`codicon codicon-${name}`} aria-hidden="true" />;
}

/** The workbench's moving line: something is under way. */
export function Progress({ label }: { readonly label: string }): ComponentChildren {
  return h('vscode-progress-bar', { class: 'progress', 'aria-label': label });
}
