// The date control: the browser's date input, in which a date can be incomplete. Without the focus, it shows a text.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { todayAt } from '../../std/calendarDay.ts';
import { IconButton } from '../button.tsx';
import { PageContext } from '../pageContext.ts';
import { dateText, deadlineOf } from './dateText.ts';
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
  /** Whether to mark a date in the past. */
  readonly isDeadline: boolean;
  readonly onChange: (date: string | null) => void;
}

/** Returns whether the year has four digits. While the user types a year, the input reports 0002, 0020 and 0202. */
function hasFullYear(date: string): boolean {
  return date >= '1000';
}

/** Reports complete dates only. An incomplete date stays in the control until the user completes or clears it. */
export function DateControl(props: DateProps): VNode {
  const { id, label, value, optional, describedBy, invalid, isDeadline, onChange } = props;
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
  const now = useContext(PageContext)?.page.now() ?? Date.now();
  const deadline = value !== null && isDeadline ? deadlineOf(value, todayAt(now)) : undefined;
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
          aria-describedby={[isIncomplete ? [] : `${id}-text`, describedBy ?? []].flat().join(' ') || undefined}
          aria-invalid={invalid || isIncomplete}
          data-autofocus
          data-empty={value === null && !isIncomplete}
          onInput={(event) => reportChange(event.currentTarget, false)}
          onBlur={(event) => reportChange(event.currentTarget, true)}
        />
        {!isIncomplete && (
          <span class={`date-text${deadline === undefined ? '' : ` is-${deadline}`}`} id={`${id}-text`}>
            {value === null ? l10n.t('None') : dateText(value, todayAt(now), isDeadline)}
          </span>
        )}
        {optional && (value !== null || isIncomplete) && (
          <IconButton icon="close" title={l10n.t('Clear {0}', label)} onClick={clear} />
        )}
      </div>
      {isIncomplete && <p class="field-problem">{l10n.t('The date is incomplete.')}</p>}
    </>
  );
}
