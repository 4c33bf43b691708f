// Owns one field on the page: its label, its control by kind, the mark that it is modified, and what is wrong with it.
import type { ComponentChildren, VNode } from 'preact';
import type { FieldName, FieldValue, FieldView } from '../../editor/words.ts';
import { IconButton } from '../button.tsx';
import { ChoiceControl, ChoicesControl, ItemControl, type ItemSearch } from './choosing.tsx';
import { DateControl } from './dateControl.tsx';

interface FrameProps {
  readonly field: FieldView;
  readonly touched: boolean;
  readonly onRevert: (name: FieldName) => void;
  readonly children: ComponentChildren;
  /** The name's field shows no label: it is the page's title. */
  readonly hidesLabel?: boolean;
}

export function controlId(name: FieldName): string {
  return `field-${name}`;
}

/** The ids of a field's problem and hint, for `aria-describedby`. */
export function describedBy(field: FieldView): string | undefined {
  const ids = [
    field.problem === undefined ? [] : `${controlId(field.name)}-problem`,
    field.hint === undefined ? [] : `${controlId(field.name)}-hint`,
  ].flat();
  return ids.length > 0 ? ids.join(' ') : undefined;
}

/** What stands around every control. */
export function FieldFrame({ field, touched, onRevert, children, hidesLabel = false }: FrameProps): VNode {
  const id = controlId(field.name);
  const state = `${touched ? ' is-touched' : ''}${field.problem === undefined ? '' : ' has-problem'}`;
  return (
    <div class={`field field-${field.kind}${state}`} data-field={field.name} data-touched={touched}>
      <div class="field-head">
        <label class={hidesLabel ? 'visually-hidden' : 'field-label'} for={id}>
          {field.label}
        </label>
        {touched && <span class="field-modified">Modified</span>}
        {touched && <IconButton icon="discard" title={`Revert ${field.label.toLowerCase()}`} onClick={() => onRevert(field.name)} />}
      </div>
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
}

function textOf(value: FieldValue): string | null {
  return typeof value === 'string' ? value : null;
}

/** The control of a field; rich text has a place of its own and is not made here. */
export function FieldControl({ field, value, search, onEdit }: ControlProps): VNode | null {
  const { name, kind, label, optional, choices } = field;
  const shared = { id: controlId(name), label, optional, describedBy: describedBy(field), invalid: field.problem !== undefined };
  const put = (next: FieldValue) => onEdit(name, next, false);
  switch (kind) {
    case 'text':
      return (
        <input
          id={shared.id}
          class="input"
          type="text"
          value={textOf(value) ?? ''}
          placeholder={optional ? 'None' : ''}
          aria-describedby={shared.describedBy}
          aria-invalid={shared.invalid}
          aria-required={!optional}
          data-autofocus
          onInput={(event) => onEdit(name, event.currentTarget.value, true)}
        />
      );
    case 'date':
      return <DateControl {...shared} value={textOf(value)} onChange={put} />;
    case 'choice':
      return <ChoiceControl {...shared} choices={choices} value={textOf(value)} onPick={put} />;
    case 'choices':
      return <ChoicesControl {...shared} choices={choices} value={Array.isArray(value) ? value : []} onChange={put} />;
    case 'item':
      return <ItemControl {...shared} choices={choices} value={textOf(value)} search={search} onPick={put} />;
    case 'richText':
      break;
  }
  return null;
}
