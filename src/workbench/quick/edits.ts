// Owns the table of quick edits: for each field what it is called and how its value is picked. One list for a row, many rows and drops.
import { FaultError } from '../../api/fault.ts';
import { nameOfUser, type User } from '../../contract/resources/user.ts';
import { ESTIMATE_POINTS, PRIORITIES } from '../../contract/resources/workItem.ts';
import { priorityName, stateIcon } from '../../outline/symbols.ts';
import type { Change, ChangeField, SetField } from '../../store/change.ts';
import type { Part } from '../../store/parts.ts';
import { inform } from '../notices.ts';
import { type Named, type Picking, pickFrom, pickSeveral } from './choices.ts';
import { spokenDate } from './dates.ts';
import { pickDate } from './pickDate.ts';
import { pickParent } from './pickParent.ts';

export interface QuickEdit {
  readonly field: ChangeField;
  /** `Change State`, as the command is called. */
  readonly title: string;
  /** `Changing state`, while it is under way. */
  readonly progress: string;
  /** Whether its values are the same in every project. */
  readonly everywhere: boolean;
  /** Undefined when the person leaves, or when there is nothing to pick, which has then been said. */
  pick(picking: Picking): Promise<Change | undefined>;
}

const PROGRESSIVES: Readonly<Record<string, string>> = { set: 'Setting', move: 'Moving', add: 'Adding', assign: 'Assigning' };

export const QUICK_EDITS = {
  state: edit('state', 'Change State', false, (picking) => pickState(picking)),
  priority: edit('priority', 'Change Priority', true, (picking) =>
    pickFrom(
      picking,
      'priority',
      PRIORITIES.map((id) => ({ id, name: priorityName(id) || 'None' })),
    ),
  ),
  assignees: edit('assignees', 'Change Assignees', false, (picking) => pickAssignees(picking)),
  labels: edit('labels', 'Change Labels', false, (picking) => pickLabels(picking)),
  startDate: edit('start_date', 'Set Start Date', true, (picking) => pickDate(picking, 'start_date')),
  targetDate: edit('target_date', 'Set Due Date', true, (picking) => pickDate(picking, 'target_date')),
  estimate: edit('estimate_point', 'Change Estimate', true, (picking) => pickEstimate(picking)),
  parent: edit('parent', 'Set Parent', false, (picking) => pickParent(picking)),
  module: edit('module', 'Move to Module', false, (picking) => pickModule(picking)),
  cycle: edit('cycle', 'Add to Cycle', false, (picking) => pickCycle(picking)),
  type: edit('type', 'Change Type', false, (picking) => pickType(picking)),
  assignToMe: edit('assignees', 'Assign to Me', true, async ({ session }) => ({ field: 'assignees', add: [session.me.id], remove: [] })),
} as const satisfies Readonly<Record<string, QuickEdit>>;

export type QuickEditName = keyof typeof QUICK_EDITS;

/** The edit of a field. */
export function editOf(field: ChangeField): QuickEdit {
  return Object.values(QUICK_EDITS).find((one) => one.field === field) ?? QUICK_EDITS.state;
}

function edit(field: ChangeField, title: string, everywhere: boolean, pick: QuickEdit['pick']): QuickEdit {
  const [verb = '', ...rest] = title.toLowerCase().split(' ');
  const progress = [PROGRESSIVES[verb] ?? 'Changing', ...rest].join(' ');
  return { field, title, progress, everywhere, pick };
}

async function pickState(picking: Picking): Promise<Change | undefined> {
  const states = recordsIn(await picking.session.store.states.read(picking.project));
  return pickFrom(
    picking,
    'state',
    states.map((one) => ({ id: one.id, name: one.name, icon: stateIcon(one.group ?? undefined) })),
  );
}

async function pickModule(picking: Picking): Promise<Change | undefined> {
  const modules = recordsIn(await picking.session.store.modules.read(picking.project));
  return pickOrSay(picking, 'module', modules, 'No Module');
}

async function pickType(picking: Picking): Promise<Change | undefined> {
  const types = recordsIn(await picking.session.store.types.read(picking.project));
  return pickOrSay(picking, 'type', types, 'No Type');
}

async function pickCycle(picking: Picking): Promise<Change | undefined> {
  const { shelves } = picking.session.store;
  await shelves.cycles.lists.read(picking.project);
  const { ids, fault } = shelves.cycles.lists.of(picking.project);
  if (fault !== undefined) throw new FaultError(fault);
  const cycles = ids.flatMap((id) => shelves.cycles.get(id, picking.project) ?? []);
  const named = cycles.map(({ id, name, start_date, end_date }) => ({
    id,
    name,
    ...(start_date && end_date ? { detail: `${spokenDate(start_date.slice(0, 10))} – ${spokenDate(end_date.slice(0, 10))}` } : {}),
  }));
  return pickOrSay(picking, 'cycle', named, 'No Cycle');
}

function pickEstimate(picking: Picking): Promise<Change | undefined> {
  return pickFrom(
    picking,
    'estimate_point',
    ESTIMATE_POINTS.map((id) => ({ id, name: id })),
    'No Estimate',
    (text) => `“${text}” is no estimate. Use a whole number from 0 to 7.`,
  );
}

/** With modules, cycles and types a project may have none at all. */
async function pickOrSay(picking: Picking, field: SetField, choices: readonly Named[], none: string): Promise<Change | undefined> {
  if (choices.length > 0) return pickFrom(picking, field, choices, none);
  const project = picking.session.store.project(picking.project)?.name ?? 'This project';
  void inform(`${project} has no ${field}s to choose from.`);
  return undefined;
}

async function pickAssignees(picking: Picking): Promise<Change | undefined> {
  const { store, me } = picking.session;
  const members = recordsIn(await store.members.read(picking.project));
  const named = (one: User): Named => ({
    id: one.id,
    name: nameOfUser(one),
    icon: { id: one.id === me.id ? 'account' : 'person' },
    ...(one.email ? { detail: one.email } : {}),
  });
  return pickSeveral(picking, 'assignees', members.map(named), (id) => {
    const user = store.user(picking.project, id);
    return user === undefined ? 'Somebody' : nameOfUser(user);
  });
}

async function pickLabels(picking: Picking): Promise<Change | undefined> {
  const { store } = picking.session;
  const labels = recordsIn(await store.labels.read(picking.project));
  return pickSeveral(
    picking,
    'labels',
    labels.map(({ id, name }) => ({ id, name, icon: { id: 'tag' } })),
    (id) => store.label(picking.project, id)?.name ?? 'A label',
  );
}

/** A part that this server or project does not have holds nothing; one that could not be read throws its fault. */
function recordsIn<T>(part: Part<T>): readonly T[] {
  if (part.status === 'failed') throw new FaultError(part.fault);
  return part.records;
}
