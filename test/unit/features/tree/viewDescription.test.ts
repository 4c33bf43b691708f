// Tests the description beside the name of the Projects view.
import { expect, it } from 'vitest';
import { viewDescription } from '../../../../src/features/tree/viewDescription.ts';

const account = {
  baseUrl: 'https://plane.example.com',
  workspace: 'acme',
  me: { id: 'u1', name: 'Ada Park' },
};

it('The description of the Projects view contains the workspace, the grouping, the user and the server', () => {
  expect(viewDescription(account, 'by priority')).toBe('acme · by priority · Ada Park at plane.example.com');
  expect(viewDescription(account, '')).toBe('acme · Ada Park at plane.example.com');
});

it('The description of the Projects view contains no user name if the user is not loaded', () => {
  expect(viewDescription({ ...account, me: undefined }, '')).toBe('acme · plane.example.com');
});

it('The description of the Projects view contains no user and no server in the local workspace', () => {
  expect(viewDescription('local', 'by priority')).toBe('Sample workspace · by priority');
});

it('The description of the Projects view is empty while the user is signed out', () => {
  expect(viewDescription(undefined, '')).toBe('');
});
