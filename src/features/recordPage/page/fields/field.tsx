// One field on the page: its label, its control, whether it is modified, and its error.
import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import type { FieldName, FieldValue, FieldView } from '../../../../items/form/fieldProtocol.ts';
import { IconButton } from '../../../../shell/page/button.tsx';
import { ChosenValues } from '../../../../shell/page/controls/chips.tsx';
import { ChoiceLabel } from '../../../../shell/page/controls/choiceButton.tsx';
import {
  ChoiceControl,
  ChoicesControl,
  type CreateChoice,
  fallbackText,
} from '../../../../shell/page/controls/choiceControls.tsx';
import { ColorControl } from '../../../../shell/page/controls/colorControl.tsx';
import { DateControl } from '../../../../shell/page/controls/dateControl.tsx';
import { dateText, deadlineStatusOf } from '../../../../shell/page/controls/dateText.ts';
import { ItemControl, type ItemSearch, ItemsControl } from '../../../../shell/page/controls/itemSearch.tsx';
import { CheckboxControl, SingleLineControl, TextControl } from '../../../../shell/page/controls/textControls.tsx';
import { labelWithShortcut } from '../../../../shell/page/keys/shortcuts.ts';
import { useNow } from '../../../../shell/page/time.tsx';
import { usePageValue } from '../../../../shell/page/usePageValue.ts';
import { todayAt } from '../../../../std/calendarDay.ts';
import { FieldConflict } from './conflicts.tsx';
import '../../../../shell/page/controls/input.css';
import './field.css';

interface FieldFrameProps {
  readonly field: FieldView;
  readonly isTouched: boolean;
  readonly onRevert: (name: FieldName) => void;
  readonly children: ComponentChildren;
  readonly hidesLabel?: boolean;
  /** Whether a narrow page shows the field although the column is collapsed. */
  readonly isShownAlone?: boolean | undefined;
  /** Whether this is the record's name in the header, which has no room for a conflict. */
  readonly isTitle?: boolean;
}

export function controlId(name: FieldName): string {
  return `field-${name}`;
}

/** Returns the element ids of a field's error and hint for `aria-describedby`, or undefined if it has neither. */
export function describedBy(field: FieldView): string | undefined {
  const ids = [
    field.problem === undefined ? [] : `${controlId(field.name)}-problem`,
    field.hint === undefined ? [] : `${controlId(field.name)}-hint`,
  ].flat();
  return ids.length > 0 ? ids.join(' ') : undefined;
}

/**
 * Renders a control with its label, the mark of a modified field, the error and the hint. A new record has no marks:
 * nothing of it is saved.
 */
export function FieldFrame(props: FieldFrameProps): VNode {
  const { field, isTouched, onRevert, children, hidesLabel, isShownAlone, isTitle } = props;
  const id = controlId(field.name);
  const isNew = usePageValue(({ model }) => model?.isNew);
  const isModified = isTouched && field.isSaving !== true && isNew !== true;
  return (
    <div
      class={`field field-${field.kind}${isModified ? ' is-touched' : ''}${isShownAlone ? ' is-shown-alone' : ''}`}
      data-field={field.name}
      data-touched={isTouched}
    >
      {isModified && <span class="field-mark" title={l10n.t('Modified')} aria-hidden="true" />}
      <div class="field-head">
        <label
          class={hidesLabel === true || isTitle === true ? 'visually-hidden' : 'field-label'}
          for={id}
          title={labelWithShortcut(field)}
        >
          {field.label}
        </label>
        {isModified && (
          <span class="field-status">
            <span class="visually-hidden">{l10n.t('Modified')}</span>
            <IconButton
              icon="discard"
              title={l10n.t('Discard Change to {0}', field.label)}
              onClick={() => onRevert(field.name)}
            />
          </span>
        )}
      </div>
      {isTitle !== true && <FieldConflict name={field.name} />}
      {children}
      {field.problem !== undefined && (
        <p class="field-problem" id={`${id}-problem`} role="alert">
          {field.problem}
        </p>
      )}
      {field.hint !== undefined && (
        <p class="field-hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
    </div>
  );
}

interface ControlProps {
  readonly field: FieldView;
  readonly value: FieldValue;
  readonly search: ItemSearch;
  readonly onEdit: (name: FieldName, value: FieldValue, typed: boolean) => void;
  /** Requests the complete list of the field's choices. */
  readonly onRequestChoices: (name: FieldName) => void;
  readonly onCreateChoice: CreateChoice;
}

function textOf(value: FieldValue): string | null {
  return typeof value === 'string' ? value : null;
}

function idsOf(value: FieldValue): readonly string[] {
  return Array.isArray(value) ? value : [];
}

/** Splits a text into lines. Empty lines are kept, because the user may be about to type there. */
function toLines(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n');
}

/** The value of a read-only field. */
function ReadOnlyValue({ field, value }: Pick<ControlProps, 'field' | 'value'>): VNode {
  const { name, kind, choices = [], pending, isDeadline = false } = field;
  const now = useNow();
  const content = (): ComponentChildren => {
    if (kind === 'choices' || kind === 'items')
      return <ChosenValues value={idsOf(value)} choices={choices} pending={pending} />;
    const text = textOf(value);
    if (kind === 'choice' || kind === 'item') {
      const chosenChoice = choices.find(({ id }) => id === text);
      return <ChoiceLabel choice={chosenChoice} fallback={fallbackText(text, pending)} />;
    }
    if (kind === 'flag') return value === true ? l10n.t('Yes') : l10n.t('No');
    if (kind === 'date' && text !== null) {
      const deadlineStatus = isDeadline ? deadlineStatusOf(text, todayAt(now)) : undefined;
      return <span class={deadlineStatus && `is-${deadlineStatus}`}>{dateText(text, todayAt(now), isDeadline)}</span>;
    }
    const emptyText = name === 'description' ? l10n.t('No description.') : l10n.t('None');
    return (
      field.valueLabel ||
      choices.find(({ id }) => id === text)?.label ||
      text ||
      idsOf(value).join('\n') || <span class="dimmed">{emptyText}</span>
    );
  };
  return (
    <output id={controlId(name)} class="field-fixed" aria-describedby={describedBy(field)}>
      {content()}
    </output>
  );
}

/** Renders the control of a field, except for rich text, which `LongText` in `app.tsx` renders. */
export function FieldControl({
  field,
  value,
  search,
  onEdit,
  onRequestChoices,
  onCreateChoice,
}: ControlProps): VNode | null {
  const { name, kind, label, optional, choices = [], pending } = field;
  const sharedProps = {
    id: controlId(name),
    label,
    isOptional: optional,
    describedBy: describedBy(field),
    isInvalid: field.problem !== undefined,
  };
  const choiceProps = { ...sharedProps, choices, pending, onRequestChoices: () => onRequestChoices(name) };
  const creation = { newChoices: field.newChoices, createChoice: onCreateChoice };
  const setValue = (next: FieldValue) => onEdit(name, next, false);
  const setTypedValue = (next: FieldValue) => onEdit(name, next, true);
  if (field.readOnly === true) return <ReadOnlyValue field={field} value={value} />;
  switch (kind) {
    case 'text':
    case 'number':
      return (
        <SingleLineControl
          {...sharedProps}
          value={textOf(value) ?? ''}
          // `field.valueLabel` is the label of the host's value, not of an edit that the host has not handled.
          valueLabel={value === field.value ? field.valueLabel : undefined}
          isNumber={kind === 'number'}
          onType={setTypedValue}
        />
      );
    case 'plainText':
    case 'json':
      return (
        <TextControl
          {...sharedProps}
          value={textOf(value) ?? ''}
          placeholder={kind === 'json' ? '{}' : name === 'description' ? l10n.t('Add a description…') : l10n.t('None')}
          isCode={kind === 'json'}
          onType={setTypedValue}
        />
      );
    case 'lines':
      return (
        <TextControl
          {...sharedProps}
          value={idsOf(value).join('\n')}
          placeholder={l10n.t('None')}
          isCode={false}
          onType={(text) => setTypedValue(toLines(text))}
        />
      );
    case 'flag':
      return <CheckboxControl {...sharedProps} value={value === true} onChange={setValue} />;
    case 'color':
      return (
        <ColorControl {...sharedProps} value={textOf(value)} names={choices} onType={setTypedValue} onPick={setValue} />
      );
    case 'date':
      return (
        <DateControl
          {...sharedProps}
          value={textOf(value)}
          isDeadline={field.isDeadline === true}
          onChange={setValue}
        />
      );
    case 'choice':
      return (
        <ChoiceControl
          {...choiceProps}
          {...creation}
          sortsChoices={field.sortsChoices === true}
          value={textOf(value)}
          placeholder={field.placeholder}
          onPick={setValue}
        />
      );
    case 'choices':
      return <ChoicesControl {...choiceProps} {...creation} value={idsOf(value)} onChange={setValue} />;
    case 'items':
      return <ItemsControl {...choiceProps} value={idsOf(value)} search={search} onChange={setValue} />;
    case 'item':
      return <ItemControl {...choiceProps} value={textOf(value)} search={search} onPick={setValue} />;
    case 'richText':
      break;
  }
  return null;
}
