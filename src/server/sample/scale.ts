// Generates a project of any size, for measuring the client with many work items.
import { PRIORITIES } from '../../contract/resources/workItem.ts';
import type { ItemPlan, ProjectPlan } from './plan.ts';

const STATES = ['Backlog', 'Todo', 'In Progress', 'Done', 'Cancelled'];

/**
 * Returns a project with the identifier SCALE and this number of work items. Every tenth is the parent of the next
 * nine.
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
    reviewed: false,
    pace: 0.05,
    items: Array.from({ length: items }, (_, index) => scaleItem(index)),
  };
}

function scaleItem(index: number): ItemPlan {
  const number = index + 1;
  const head = index - (index % 10) + 1;
  return {
    name: `Work item ${number}`,
    ...(head === number ? {} : { parent: head }),
    state: STATES[index % STATES.length] ?? 'Backlog',
    priority: PRIORITIES[index % PRIORITIES.length] ?? 'none',
    html: `<p>Number ${number} of many.</p>`,
  };
}
