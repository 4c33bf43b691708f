// Tests the description beside the name of the Projects view.
import { expect, it } from 'vitest';
import { viewDescription } from '../../../../src/workbench/features/tree/viewDescription.ts';

const account = {
  baseUrl: 'https://plane.example.com',
  workspace: 'acme',
  me: { id: 'u1', name: 'Ada Park' },
};

it('The description starts with the workspace, and names the choices, the user and the server', () => {
  expect(viewDescription(account, 'by state')).toBe('acme · by state · Ada Park at plane.example.com');
  expect(viewDescription(account, '')).toBe('acme · Ada Park at plane.example.com');
});

it('The description names only the server if the name of the user is not known', () => {
  expect(viewDescription({ ...account, me: undefined }, '')).toBe('acme · plane.example.com');
});

it('The description of the local workspace has no user and no server', () => {
  expect(viewDescription('local', 'by state')).toBe('Local workspace · by state');
});

it('The description is empty while the user is signed out', () => {
  expect(viewDescription(undefined, '')).toBe('');
});
