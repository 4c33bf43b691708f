// @vitest-environment jsdom
// Tests the circle of a state, which shows its group without color.
import { h, render } from 'preact';
import { expect, it } from 'vitest';
import { ChoiceIcon } from '../../../../src/shell/page/controls/choiceIcon.tsx';

function circleOf(group: string): Element | null {
  const element = document.createElement('div');
  render(h(ChoiceIcon, { choice: { id: 's1', label: 'State', icon: group } }), element);
  return element.querySelector('circle');
}

it.each([
  ['backlog', true, false],
  ['triage', true, false],
  ['unstarted', false, false],
  ['started', false, false],
  ['completed', false, true],
  ['cancelled', false, false],
])('The circle of a state of the group %s is dashed: %s, and filled: %s', (group, isDashed, isFilled) => {
  const circle = circleOf(group);
  expect([circle?.hasAttribute('stroke-dasharray'), circle?.getAttribute('fill') === 'currentColor']).toEqual([
    isDashed,
    isFilled,
  ]);
});
