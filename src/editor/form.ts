// Owns the form of a work item: which fields stand in it, what they hold, and what is wrong with them.
import { nameOfUser, type User } from '../contract/resources/user.ts';
import { ESTIMATE_POINTS, PRIORITIES, workItemChanges } from '../contract/resources/workItem.ts';
import type { DraftValue } from '../store/draft.ts';
import type { Part } from '../store/parts.ts';
import type { ItemRecord, LabelRecord, StateRecord } from '../store/record.ts';
import type { Choice, FieldKind, FieldName, FieldValue, FieldView } from './words.ts';
import { FIELD_NAMES } from './words.ts';

/** What the fields choose from. */
export interface FormParts {
  readonly states: Part<StateRecord>;
  readonly labels: Part<LabelRecord>;
  readonly members: Part<User>;
  readonly modules: Part<{ readonly id: string; readonly name: string }>;
  readonly types: Part<{ readonly id: string; readonly name: string }>;
}

export interface FormGround {
  /** What the service has. */
  readonly item: ItemRecord;
  readonly touched: Readonly<Record<string, DraftValue>>;
  readonly parts: FormParts;
  readonly problems: Readonly<Partial<Record<FieldName, string>>>;
  /** The name of a person that no list of members holds. */
  personOf(id: string): string | undefined;
  /** The work item with this id as a choice. */
  itemOf(id: string): Choice;
}

interface FieldSpec {
  readonly label: string;
  readonly kind: FieldKind;
  readonly optional: boolean;
}

const SPECS: Readonly<Record<FieldName, FieldSpec>> = {
  name: { label: 'Name', kind: 'text', optional: false },
  description_html: { label: 'Description', kind: 'richText', optional: true },
  state: { label: 'State', kind: 'choice', optional: false },
  priority: { label: 'Priority', kind: 'choice', optional: false },
  assignees: { label: 'Assignees', kind: 'choices', optional: true },
  labels: { label: 'Labels', kind: 'choices', optional: true },
  parent: { label: 'Parent', kind: 'item', optional: true },
  estimate_point: { label: 'Estimate', kind: 'choice', optional: true },
  type: { label: 'Type', kind: 'choice', optional: true },
  module: { label: 'Module', kind: 'choice', optional: true },
  start_date: { label: 'Start date', kind: 'date', optional: true },
  target_date: { label: 'Due date', kind: 'date', optional: true },
};

export function labelOf(field: FieldName): string {
  return SPECS[field].label;
}

/** The fields that this server offers, in the order in which they stand. */
export function fieldsOf(ground: FormGround): FieldView[] {
  return FIELD_NAMES.filter((name) => isOffered(name, ground)).map((name) => fieldOf(name, ground));
}

/** What a record holds in a field. A missing description is an empty one. */
export function valueOf(item: ItemRecord, field: FieldName): FieldValue {
  if (field === 'description_html') return item.description_html ?? '';
  return item[field] ?? null;
}

/** Lists are compared as sets: assignees and labels have no order. */
export function isSame(one: FieldValue, other: FieldValue): boolean {
  if (one === null || other === null || typeof one === 'string' || typeof other === 'string') return one === other;
  return one.length === other.length && one.every((id) => other.includes(id)) && other.every((id) => one.includes(id));
}

/** The touched fields that the table knows. */
export function touchedFields(touched: Readonly<Record<string, DraftValue>>): [FieldName, FieldValue][] {
  return FIELD_NAMES.flatMap((name) => {
    const value = touched[name];
    return value === undefined ? [] : [[name, value] as [FieldName, FieldValue]];
  });
}

/** What is wrong with the touched values, by the table's rules and by the order of the dates. */
export function problemsIn(touched: Readonly<Record<string, DraftValue>>, item: ItemRecord): Partial<Record<FieldName, string>> {
  const problems: Partial<Record<FieldName, string>> = {};
  for (const [name, value] of touchedFields(touched)) {
    const parsed = workItemChanges.shape[name].safeParse(value);
    const [issue] = parsed.error?.issues ?? [];
    if (issue !== undefined) problems[name] = `${issue.message}.`;
  }
  const start = touched['start_date'] === undefined ? item.start_date : touched['start_date'];
  const target = touched['target_date'] === undefined ? item.target_date : touched['target_date'];
  const isTouched = touched['start_date'] !== undefined || touched['target_date'] !== undefined;
  const areDates = problems.start_date === undefined && problems.target_date === undefined;
  if (isTouched && areDates && typeof start === 'string' && typeof target === 'string' && start > target) {
    problems[touched['target_date'] === undefined ? 'start_date' : 'target_date'] = 'The due date lies before the start date.';
  }
  if (touched['parent'] === item.id) problems.parent = 'A work item cannot be its own parent.';
  return problems;
}

/** The touched fields that the service answered otherwise than asked: some servers drop what they do not serve without a word. */
export function notKept(sent: readonly (readonly [FieldName, FieldValue])[], answered: ItemRecord): FieldName[] {
  return sent
    .filter(([name]) => name !== 'description_html' && name !== 'name')
    .filter(([name, value]) => !isSame(value, valueOf(answered, name)))
    .map(([name]) => name);
}

function isOffered(name: FieldName, { item, parts }: FormGround): boolean {
  if (name === 'module') return item.module !== undefined && parts.modules.status !== 'lacking';
  if (name === 'type') return parts.types.status !== 'lacking';
  return true;
}

function fieldOf(name: FieldName, ground: FormGround): FieldView {
  const { item, touched, problems } = ground;
  const draft = touched[name];
  const value = draft === undefined ? valueOf(item, name) : draft;
  const choices = choicesOf(name, value, ground);
  const hint = hintFor(name, ground);
  const problem = problems[name];
  return {
    name,
    ...SPECS[name],
    value,
    touched: draft !== undefined,
    ...(choices === undefined ? {} : { choices }),
    ...(problem === undefined ? {} : { problem }),
    ...(hint === undefined ? {} : { hint }),
  };
}

function choicesOf(name: FieldName, value: FieldValue, ground: FormGround): readonly Choice[] | undefined {
  const { parts } = ground;
  switch (name) {
    case 'state':
      return fromPart(parts.states, value, stateChoice);
    case 'labels':
      return fromPart(parts.labels, value, (one) => withColor({ id: one.id, label: one.name }, one.color));
    case 'assignees':
      return fromPart(parts.members, value, personChoice, (id) => ground.personOf(id));
    case 'module':
      return fromPart(parts.modules, value, (one) => ({ id: one.id, label: one.name }));
    case 'type':
      return fromPart(parts.types, value, (one) => ({ id: one.id, label: one.name }));
    case 'priority':
      return PRIORITIES.map((id) => ({ id, label: id === 'none' ? 'None' : id[0]?.toUpperCase() + id.slice(1), icon: id }));
    case 'estimate_point':
      return withPresent(
        ESTIMATE_POINTS.map((id) => ({ id, label: id })),
        value,
        () => 'Set on the server',
      );
    case 'parent':
      return typeof value === 'string' ? [ground.itemOf(value)] : [];
    default:
      return undefined;
  }
}

function fromPart<T>(
  part: Part<T>,
  value: FieldValue,
  choice: (one: T) => Choice,
  nameOf: (id: string) => string | undefined = () => undefined,
): readonly Choice[] | undefined {
  if (part.records.length === 0 && (part.status === 'unread' || part.status === 'reading')) return undefined;
  return withPresent(part.records.map(choice), value, nameOf);
}

/** What the item holds stays choosable although the list does not name it. */
function withPresent(choices: readonly Choice[], value: FieldValue, nameOf: (id: string) => string | undefined): readonly Choice[] {
  const held = value === null ? [] : typeof value === 'string' ? [value] : value;
  const missing = held.filter((id) => !choices.some((one) => one.id === id));
  return [...choices, ...missing.map((id) => ({ id, label: nameOf(id) ?? 'Unknown', detail: id }))];
}

function stateChoice(one: StateRecord): Choice {
  return { ...withColor({ id: one.id, label: one.name }, one.color), ...(one.group ? { icon: one.group } : {}) };
}

function personChoice(one: User): Choice {
  return { id: one.id, label: nameOfUser(one), ...(one.email ? { detail: one.email } : {}) };
}

function withColor(choice: Choice, color: string | null | undefined): Choice {
  return color ? { ...choice, color } : choice;
}

function hintFor(name: FieldName, { parts }: FormGround): string | undefined {
  const part = { state: parts.states, labels: parts.labels, assignees: parts.members, module: parts.modules, type: parts.types }[
    name as string
  ];
  return part?.status === 'failed' ? 'The choices could not be read. Reload to try again.' : undefined;
}
