// One field on the page: its label, its control by kind, the mark for a change, and its error.
import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import type { Choice, FieldName, FieldValue, FieldView } from '../../pages/protocol/fields.ts';
import { IconButton } from '../button.tsx';
import { ChoiceControl, ChoicesControl } from './choosing.tsx';
import { ColorControl } from './colorControl.tsx';
import { DateControl } from './dateControl.tsx';
import { ItemControl, type ItemSearchList, ItemsControl } from './itemSearch.tsx';
import { FlagControl, LineControl, TextControl } from './textControls.tsx';
import './input.css';
import './field.css';

interface FrameProps {
  readonly field: FieldView;
  readonly touched: boolean;
  readonly onRevert: (name: FieldName) => void;
  readonly children: ComponentChildren;
  /** Whether to hide the label, for the name, which is the page's title. */
  readonly hidesLabel?: boolean;
}

export function controlId(name: FieldName): string {
  return `field-${name}`;
}

/** Returns the ids of a field's problem and hint for `aria-describedby`, or undefined. */
export function describedBy(field: FieldView): string | undefined {
  const ids = [
    field.problem === undefined ? [] : `${controlId(field.name)}-problem`,
    field.hint === undefined ? [] : `${controlId(field.name)}-hint`,
  ].flat();
  return ids.length > 0 ? ids.join(' ') : undefined;
}

/** The label, the mark for a change, the error and the hint around a control. */
export function FieldFrame({ field, touched, onRevert, children, hidesLabel = false }: FrameProps): VNode {
  const id = controlId(field.name);
  return (
    <div
      class={`field field-${field.kind}${touched ? ' is-touched' : ''}`}
      data-field={field.name}
      data-touched={touched}
    >
      <div class="field-head">
        <label class={hidesLabel ? 'visually-hidden' : 'field-label'} for={id}>
          {field.label}
        </label>
        {touched && <span class="field-modified">{l10n.t('Modified')}</span>}
        {touched && (
          <IconButton icon="discard" title={l10n.t('Revert {0}', field.label)} onClick={() => onRevert(field.name)} />
        )}
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
  readonly search: ItemSearchList;
  readonly onEdit: (name: FieldName, value: FieldValue, typed: boolean) => void;
  /** Requests the complete list of the field's choices. */
  readonly onWant: (name: FieldName) => void;
}

function textOf(value: FieldValue): string | null {
  return typeof value === 'string' ? value : null;
}

function idsOf(value: FieldValue): readonly string[] {
  return Array.isArray(value) ? value : [];
}

/** Splits a text into its lines. An empty line is kept, because the user may be about to fill it. */
function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.split('\n');
}

/** A read-only value. */
function FixedValue({ id, describedBy: describer, value, choices }: FixedProps): VNode {
  const shown = choices.filter((one) => one.id === value || idsOf(value).includes(one.id));
  return (
    <output id={id} class="field-fixed" aria-describedby={describer}>
      {shown.map(({ label }) => label).join(', ') || l10n.t('None')}
    </output>
  );
}

interface FixedProps {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly value: FieldValue;
  readonly choices: readonly Choice[];
}

/** Renders the control of a field. Rich text is rendered elsewhere. */
export function FieldControl({ field, value, search, onEdit, onWant }: ControlProps): VNode | null {
  const { name, kind, label, optional, choices = [], pending } = field;
  const shared = {
    id: controlId(name),
    label,
    optional,
    describedBy: describedBy(field),
    invalid: field.problem !== undefined,
  };
  const choosing = { ...shared, choices, pending, onWant: () => onWant(name) };
  const put = (next: FieldValue) => onEdit(name, next, false);
  const type = (next: FieldValue) => onEdit(name, next, true);
  if (field.readOnly === true)
    return <FixedValue id={shared.id} describedBy={shared.describedBy} value={value} choices={choices} />;
  switch (kind) {
    case 'text':
    case 'number':
      return <LineControl {...shared} value={textOf(value) ?? ''} isNumber={kind === 'number'} onType={type} />;
    case 'plainText':
    case 'json':
      return <TextControl {...shared} value={textOf(value) ?? ''} isCode={kind === 'json'} onType={type} />;
    case 'lines':
      return (
        <TextControl
          {...shared}
          value={idsOf(value).join('\n')}
          isCode={false}
          onType={(text) => type(linesOf(text))}
        />
      );
    case 'flag':
      return <FlagControl {...shared} value={value === true} onChange={put} />;
    case 'color':
      return <ColorControl {...shared} value={textOf(value)} names={choices} onType={type} onPick={put} />;
    case 'date':
      return <DateControl {...shared} value={textOf(value)} onChange={put} />;
    case 'choice':
      return <ChoiceControl {...choosing} value={textOf(value)} onPick={put} />;
    case 'choices':
      return <ChoicesControl {...choosing} value={idsOf(value)} onChange={put} />;
    case 'items':
      return <ItemsControl {...choosing} value={idsOf(value)} search={search} onChange={put} />;
    case 'item':
      return <ItemControl {...choosing} value={textOf(value)} search={search} onPick={put} />;
    case 'richText':
      break;
  }
  return null;
}
