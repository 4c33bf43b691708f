// The date control: the browser's own input, which keeps an incomplete date.
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

/** Whether the date is final. While a year is typed, it has values like 0002, 0020 and 0202. */
function isMeant(date: string): boolean {
  return date >= '1000';
}

/** Reports only a complete date. An incomplete one stays in the control until it is completed or cleared. */
export function DateControl({ id, label, value, optional, describedBy, invalid, onChange }: DateProps): VNode {
  const input = useRef<HTMLInputElement>(null);
  const [isHalf, setHalf] = useState(false);
  useLayoutEffect(() => {
    if (
      input.current &&
      (input.current.value !== (value ?? '') || value === null) &&
      !input.current.validity.badInput
    ) {
      input.current.value = value ?? '';
    }
  }, [value]);
  const read = (control: HTMLInputElement, isDone: boolean) => {
    const date = control.value;
    setHalf(isDone && control.validity.badInput);
    if (control.validity.badInput || date === (value ?? '') || (date === '' && !optional)) return;
    if (date === '') onChange(null);
    else if (isDone || isMeant(date)) onChange(date);
  };
  const clear = () => {
    if (input.current) input.current.value = '';
    setHalf(false);
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
          aria-invalid={invalid || isHalf}
          data-autofocus
          data-empty={value === null && !isHalf}
          onInput={(event) => read(event.currentTarget, false)}
          onBlur={(event) => read(event.currentTarget, true)}
        />
        {optional && (value !== null || isHalf) && (
          <IconButton icon="close" title={l10n.t('Clear {0}', label)} onClick={clear} />
        )}
      </div>
      {isHalf && <p class="field-problem">{l10n.t('The date is incomplete.')}</p>}
    </>
  );
}
