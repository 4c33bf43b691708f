// The Relations section of a work item's page: the related work items by type of relation.
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { Icon, IconButton } from '../../../shell/page/button.tsx';
import { ChoiceIcon } from '../../../shell/page/controls/choiceIcon.tsx';
import { memo } from '../../../shell/page/memo.ts';
import type { PageStore } from '../../../shell/page/model/pageStore.ts';
import { LinkedRow, LinkedSection, useFocusAfterRemoval } from '../../../shell/page/sections/sectionParts.tsx';
import type { RelationsView } from '../../../shell/protocol/linked.ts';

interface RelationsProps {
  readonly page: PageStore;
  readonly relations: RelationsView | undefined;
  readonly isReadOnly: boolean;
}

/** Whether the section is shown. Otherwise, a button in the row of actions adds the first relation. */
export function showsRelations(relations: RelationsView | undefined): boolean {
  return relations !== undefined && (relations.groups.length > 0 || relations.problem !== undefined);
}

export const Relations = memo(({ page, relations, isReadOnly }: RelationsProps): VNode | null => {
  const ids = relations?.groups.flatMap(({ rows }) => rows.map(({ id }) => id)) ?? [];
  useFocusAfterRemoval(ids, 'add-relation');
  if (!relations || !showsRelations(relations)) return null;
  const { groups, problem, removalObstacle } = relations;
  return (
    <LinkedSection
      page={page}
      name="relations"
      title={l10n.t('Relations')}
      count={groups.length === 0 ? undefined : ids.length}
      problem={problem}
      addTitle={l10n.t('Add Relation…')}
      onAdd={isReadOnly ? undefined : () => page.runAction('addRelation')}
      addTestId="add-relation"
    >
      {groups.map(({ id: type, label, rows }) => (
        <div key={type} class="linked-group">
          <h3 id={`relation-${type}`}>{label}</h3>
          <ul class="code-rows" aria-labelledby={`relation-${type}`}>
            {rows.map(({ id, identifier, name, state }) => (
              <LinkedRow key={id} page={page} id={id}>
                {(run) => (
                  <>
                    <button
                      type="button"
                      class="code-row"
                      title={[[identifier ?? [], name].flat().join(' '), state?.label ?? []].flat().join('\n')}
                      onClick={() => run('openRelated')}
                    >
                      {state ? <ChoiceIcon choice={state} /> : <Icon name="circle-large-outline" />}
                      {identifier !== undefined && <span class="linked-reference">{identifier}</span>}
                      <span class="code-row-label" dir="auto">
                        {name}
                      </span>
                    </button>
                    {!isReadOnly && removalObstacle === undefined && (
                      <IconButton
                        icon="close"
                        title={l10n.t('Remove the relation to {0}', identifier ?? name)}
                        onClick={() => run('removeRelation')}
                        testId="remove-relation"
                      />
                    )}
                  </>
                )}
              </LinkedRow>
            ))}
          </ul>
        </div>
      ))}
      {!isReadOnly && groups.length > 0 && removalObstacle !== undefined && <p class="dimmed">{removalObstacle}</p>}
    </LinkedSection>
  );
});
