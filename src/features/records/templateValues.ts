// Converts a template to the values of a new work item: finds the records of the project that the template names.

import { nameOfUser, type User } from '../../contract/resources/user.ts';
import type { RecordLists, StoredRecord } from '../../core/cache/resources/recordStore.ts';
import type { Session } from '../../core/session/session.ts';
import type { Template } from '../../items/form/template.ts';
import type { FieldValues } from '../../items/form/values.ts';
import { definedFields } from '../../std/objects/definedFields.ts';

interface TemplateValues {
  readonly values: FieldValues;
  /** The names in the template that no record of the project has. */
  readonly missingNames: readonly string[];
}

/**
 * Resolves with the values of a new work item: the values of the template, with ids in place of names. Requests the
 * lists of the project that the template needs, unless the cached lists are current.
 */
export async function valuesFromTemplate(
  { store, me }: Session,
  project: string,
  { title, description, state, priority, module, labels, assignees }: Template,
  toHtml: (markdown: string) => string,
): Promise<TemplateValues> {
  const missingNames: string[] = [];
  const find = async <T extends StoredRecord>(
    lists: Pick<RecordLists<T>, 'readAll'>,
    names: readonly string[],
    namesOf: (record: T) => readonly (string | null | undefined)[],
  ): Promise<readonly string[]> => {
    if (names.length === 0) return [];
    const records = await lists.readAll(project);
    return names.flatMap((name) => {
      const record = records.find((one) => namesOf(one).some((other) => isSameName(other, name)));
      if (record === undefined) missingNames.push(name);
      return record?.id ?? [];
    });
  };
  const nameAsList = ({ name }: { readonly name: string }): readonly string[] => [name];
  const memberNames = (user: User): readonly (string | null | undefined)[] => [
    nameOfUser(user),
    user.email,
    ...(user.id === me.id ? ['me'] : []),
  ];
  const [[stateId], [moduleId], labelIds, assigneeIds] = await Promise.all([
    find(store.resources.states, state === undefined ? [] : [state], nameAsList),
    find(store.resources.modules, module === undefined ? [] : [module], nameAsList),
    find(store.resources.labels, labels ?? [], nameAsList),
    find(store.members, assignees ?? [], memberNames),
  ]);
  const html = description === undefined ? undefined : toHtml(description);
  const values: FieldValues = {
    ...definedFields({ name: title, description_html: html, priority, state: stateId, module: moduleId }),
    ...(labelIds.length === 0 ? {} : { labels: labelIds }),
    ...(assigneeIds.length === 0 ? {} : { assignees: assigneeIds }),
  };
  return { values, missingNames };
}

export function isSameName(one: string | null | undefined, other: string): boolean {
  return one?.trim().toLowerCase() === other.trim().toLowerCase();
}
