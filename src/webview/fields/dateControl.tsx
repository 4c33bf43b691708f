// The date control: the browser's date input, in which a date can be incomplete.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../button.tsx';
import './input.css';
import './dateControl.css';

interface DateProps {
  readonly id: string;
  readonly label: string;
  /** YYYY-MM-DD. */
  readonly value: string | null;
  readonly optional: boolean;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly onChange: (date: string | null) => void;
}

/** Returns whether the year has four digits. While the user types a year, the input reports 0002, 0020 and 0202. */
function hasFullYear(date: string): boolean {
  return date >= '1000';
}

/** Reports complete dates only. An incomplete date stays in the control until the user completes or clears it. */
export function DateControl({ id, label, value, optional, describedBy, invalid, onChange }: DateProps): VNode {
  const input = useRef<HTMLInputElement>(null);
  const [isIncomplete, setIncomplete] = useState(false);
  useLayoutEffect(() => {
    if (
      input.current &&
      (input.current.value !== (value ?? '') || value === null) &&
      !input.current.validity.badInput
    ) {
      input.current.value = value ?? '';
    }
  }, [value]);
  const reportChange = (control: HTMLInputElement, hasLostFocus: boolean) => {
    const date = control.value;
    setIncomplete(hasLostFocus && control.validity.badInput);
    if (control.validity.badInput || date === (value ?? '') || (date === '' && !optional)) return;
    if (date === '') onChange(null);
    else if (hasLostFocus || hasFullYear(date)) onChange(date);
  };
  const clear = () => {
    if (input.current) input.current.value = '';
    setIncomplete(false);
    onChange(null);
  };
  return (
    <>
      <div class="date-control">
        <input
          ref={input}
          id={id}
          class="input"
          type="date"
          max="9999-12-31"
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={invalid || isIncomplete}
          data-autofocus
          data-empty={value === null && !isIncomplete}
          onInput={(event) => reportChange(event.currentTarget, false)}
          onBlur={(event) => reportChange(event.currentTarget, true)}
        />
        {optional && (value !== null || isIncomplete) && (
          <IconButton icon="close" title={l10n.t('Clear {0}', label)} onClick={clear} />
        )}
      </div>
      {isIncomplete && <p class="field-problem">{l10n.t('The date is incomplete.')}</p>}
    </>
  );
}
