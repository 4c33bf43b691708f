// Tests how far the circle of a started state is filled.
import { expect, it } from 'vitest';
import { filledQuarters } from '../../../src/contract/filledQuarters.ts';

const TODO = { id: 'todo', group: 'unstarted' };
const createStates = (count: number) => [
  TODO,
  ...Array.from({ length: count }, (_, index) => ({ id: `s${index}`, group: 'started' })),
];

it.each([
  [1, [2]],
  [2, [1, 3]],
  [3, [1, 2, 3]],
  [4, [1, 2, 2, 3]],
  [8, [1, 1, 1, 2, 2, 3, 3, 3]],
])('filledQuarters divides the circle among %i started states in their order', (count, quarters) => {
  const states = createStates(count);
  expect(states.slice(1).map(({ id }) => filledQuarters(id, states))).toEqual(quarters);
});

it('filledQuarters fills half of the circle if the state is not in the list', () => {
  expect(filledQuarters('unknown', createStates(2))).toBe(2);
  expect(filledQuarters('s0', [])).toBe(2);
});
