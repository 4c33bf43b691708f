// The date control: a text input, which also accepts words like `fri` and `+3d`, and the browser's date input.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useContext, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isDay, todayAt } from '../../../std/calendarDay.ts';
import { parseDate } from '../../../std/dates/typedDate.ts';
import { IconButton } from '../button.tsx';
import { isShortcut } from '../keys/shortcuts.ts';
import { PageContext } from '../pageContext.ts';
import { dateText, deadlineStatusOf } from './dateText.ts';
import { type ControlProps } from './textControls.tsx';
import './input.css';
import './dateControl.css';

interface DateProps extends ControlProps {
  /** A day (YYYY-MM-DD), or a text that the user typed and that is not a date. */
  readonly value: string | null;
  /** Whether the date is a deadline, which is marked if it has passed or is close. */
  readonly isDeadline: boolean;
  readonly onChange: (date: string | null) => void;
}

/** The pause in typing, in milliseconds, after which a text that is not a date is reported. */
const TYPING_PAUSE_MS = 1000;

/** Returns the date that the text means, null for no text, or the text itself if it is not a date. */
function parseDateText(text: string, today: string): string | null {
  const parsedDate = parseDate(text, today);
  return 'date' in parsedDate ? parsedDate.date : text.trim() || null;
}

/** Returns whether the year has four digits. While the user types a year, the date input reports 0002, 0020 and 0202. */
function hasFullYear(date: string): boolean {
  return date >= '1000';
}

/**
 * Holds the text that the user types: reports a date at once, and any other text after a pause or when the user stops
 * typing, so that the draft contains it.
 */
function useTypedDate(value: string | null, today: string, report: (date: string | null) => void) {
  const [typed, setTyped] = useState<{ readonly text: string; readonly isReported: boolean } | undefined>(undefined);
  const reportTyped = (): void => {
    if (typed?.isReported !== false) return;
    report(parseDateText(typed.text, today));
    setTyped({ ...typed, isReported: true });
  };
  useEffect(() => {
    if (typed?.isReported !== false) return undefined;
    const timer = setTimeout(reportTyped, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const isShown = typed && (!typed.isReported || parseDateText(typed.text, today) === value);
  return {
    typedText: isShown ? typed.text : undefined,
    type: (text: string): void => {
      const next = parseDateText(text, today);
      const isReported = next !== null && isDay(next);
      setTyped({ text, isReported });
      if (isReported) report(next);
    },
    stopTyping: (): void => {
      reportTyped();
      setTyped(undefined);
    },
  };
}

/** An incomplete date of the date input stays there until the user completes or clears it. */
export function DateControl(props: DateProps): VNode {
  const { id, label, value, isOptional, describedBy, isInvalid, isDeadline, onChange } = props;
  const today = todayAt(useContext(PageContext)?.page.now() ?? Date.now());
  const input = useRef<HTMLInputElement>(null);
  const dateInput = useRef<HTMLInputElement>(null);
  const [hasFocus, setFocus] = useState(false);
  const [isIncomplete, setIncomplete] = useState(false);
  /** Sets the value of the date input, or clears it for a text that is not a date: the browser would log a warning. */
  const showInCalendar = (date: string | null): void => {
    if (dateInput.current) dateInput.current.value = date !== null && isDay(date) ? date : '';
  };
  useLayoutEffect(() => {
    if (dateInput.current?.validity.badInput === false) showInCalendar(value);
  }, [value]);
  useLayoutEffect(() => {
    if (hasFocus) input.current?.select();
  }, [hasFocus]);
  const reportChange = (next: string | null): void => {
    showInCalendar(next);
    setIncomplete(false);
    if (next !== value && (next !== null || isOptional)) onChange(next);
  };
  const { typedText, type, stopTyping } = useTypedDate(value, today, reportChange);
  const onCalendarChange = (control: HTMLInputElement, isLeaving: boolean): void => {
    const date = control.value;
    setIncomplete(isLeaving && control.validity.badInput);
    if (control.validity.badInput) return;
    if (date === '' ? !isLeaving : isLeaving || hasFullYear(date)) reportChange(date || null);
  };
  const shownValue = value === null ? '' : dateText(value, today, isDeadline);
  const deadlineStatus = value !== null && isDeadline ? deadlineStatusOf(value, today) : undefined;
  return (
    <>
      <div class="date-control">
        <input
          ref={input}
          id={id}
          class={`input${deadlineStatus === undefined ? '' : ` is-${deadlineStatus}`}`}
          type="text"
          value={typedText ?? (hasFocus ? (value ?? '') : shownValue)}
          placeholder={hasFocus ? `friday, +3d, ${today}` : l10n.t('None')}
          title={shownValue}
          autocomplete="off"
          spellcheck={false}
          aria-describedby={describedBy}
          aria-invalid={isInvalid}
          data-autofocus
          onFocus={() => setFocus(true)}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={(event) => isShortcut(event, 'pick') && stopTyping()}
          onBlur={() => {
            stopTyping();
            setFocus(false);
          }}
        />
        {isOptional && (value !== null || isIncomplete) && (
          <IconButton
            icon="close"
            title={l10n.t('Clear {0}', label)}
            onClick={() => {
              reportChange(null);
              // This button is about to be removed, so the focus moves to the input.
              input.current?.focus();
            }}
          />
        )}
        <input
          ref={dateInput}
          class="date-calendar"
          type="date"
          max="9999-12-31"
          // The text input has the same value, and its label.
          tabIndex={-1}
          aria-hidden="true"
          data-incomplete={isIncomplete}
          onInput={(event) => onCalendarChange(event.currentTarget, false)}
          onBlur={(event) => onCalendarChange(event.currentTarget, true)}
        />
      </div>
      {isIncomplete && <p class="field-problem">{l10n.t('The date is incomplete.')}</p>}
    </>
  );
}
