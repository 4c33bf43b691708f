// Owns the project of any size, for trying out how the client bears many work items.
import { PRIORITIES } from '../../contract/resources/workItem.ts';
import type { ItemPlan, ProjectPlan } from './plan.ts';

const STATES = ['Backlog', 'Todo', 'In Progress', 'Done', 'Cancelled'];

/** One project, identifier SCALE, with so many work items; every tenth holds the nine after it. */
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
