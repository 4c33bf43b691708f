// Text inputs for one or several lines, and the checkbox.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import './input.css';
import './textControls.css';

/** The props of every control of a field. */
export interface ControlProps {
  readonly id: string;
  readonly label: string;
  readonly isOptional: boolean;
  readonly describedBy: string | undefined;
  readonly isInvalid: boolean;
}

interface LineProps extends ControlProps {
  readonly value: string;
  /** Shown in place of the value while the input does not have the focus. */
  readonly valueLabel: string | undefined;
  /**
   * Whether the field is a number. The input has the type `text`, because an input of the type `number` reports an
   * invalid number as ''.
   */
  readonly isNumber: boolean;
  readonly onType: (text: string) => void;
}

/** A text input with one line. */
export function SingleLineControl({
  id,
  value,
  valueLabel = value,
  isOptional,
  describedBy,
  isInvalid,
  isNumber,
  onType,
}: LineProps): VNode {
  const [hasFocus, setHasFocus] = useState(false);
  return (
    <input
      id={id}
      class="input"
      type="text"
      dir="auto"
      inputMode={isNumber ? 'decimal' : 'text'}
      value={hasFocus ? value : valueLabel}
      title={valueLabel}
      placeholder={isOptional ? l10n.t('None') : ''}
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      aria-required={!isOptional}
      data-autofocus
      onFocus={() => setHasFocus(true)}
      onBlur={() => setHasFocus(false)}
      onInput={(event) => onType(event.currentTarget.value)}
    />
  );
}

interface TextProps extends ControlProps {
  readonly value: string;
  /** Shown while an optional text is empty. */
  readonly placeholder: string;
  /** Whether to show the text in the editor's font, without spell checking. */
  readonly isCode: boolean;
  readonly onType: (text: string) => void;
}

/** A text area. Its style sheet sets its height, which follows its content up to a limit. */
export function TextControl(props: TextProps): VNode {
  const { id, value, placeholder, isOptional, describedBy, isInvalid, isCode, onType } = props;
  return (
    <textarea
      id={id}
      class={isCode ? 'input text-control is-code' : 'input text-control'}
      rows={1}
      dir={isCode ? 'ltr' : 'auto'}
      spellcheck={!isCode}
      value={value}
      placeholder={isCode || isOptional ? placeholder : ''}
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      aria-required={!isOptional}
      data-autofocus
      onInput={(event) => onType(event.currentTarget.value)}
    />
  );
}

interface FlagProps extends ControlProps {
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

export function CheckboxControl({ id, value, describedBy, isInvalid, onChange }: FlagProps): VNode {
  return (
    <input
      id={id}
      class="flag-control"
      type="checkbox"
      checked={value}
      aria-describedby={describedBy}
      aria-invalid={isInvalid}
      data-autofocus
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
