// Generates a project with any number of work items, for performance tests.
import { PRIORITIES } from '../../contract/resources/workItem.ts';
import type { ItemPlan, ProjectPlan } from './plan.ts';

const STATES = ['Backlog', 'Todo', 'In Progress', 'Done', 'Cancelled'];

/**
 * Returns a project with the identifier SCALE and this number of work items. In each group of ten, the first work item
 * is the parent of the other nine.
 */
export function scaleProject(items: number): ProjectPlan {
  return {
    name: 'Scale',
    identifier: 'SCALE',
    description: `A project with ${items} work items.`,
    members: [],
    labels: [],
    modules: [['Everything', 'in-progress']],
    types: ['Task'],
    hasReviewState: false,
    hoursBetweenItems: 0.05,
    items: Array.from({ length: items }, (_, index) => scaleItem(index)),
  };
}

function scaleItem(index: number): ItemPlan {
  const number = index + 1;
  const parentNumber = index - (index % 10) + 1;
  return {
    name: `Work item ${number}`,
    ...(parentNumber === number ? {} : { parent: parentNumber }),
    state: STATES[index % STATES.length] ?? 'Backlog',
    priority: PRIORITIES[index % PRIORITIES.length] ?? 'none',
    html: `<p>Number ${number} of many.</p>`,
  };
}
