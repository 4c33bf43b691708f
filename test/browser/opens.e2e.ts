// End-to-end tests of the start of a window without a server.
import { expect } from 'vitest';
import { ONE, scenario } from './scenario.ts';

scenario(
  'Contrail is listed among the installed extensions',
  async ({ workbench }) => {
    await workbench.openContainer('Extensions');
    const entry = workbench.page.locator('.extensions-list .monaco-list-row', {
      hasText: 'Contrail: work items for Plane',
    });
    await entry.first().waitFor();
    await workbench.screenshot('installed');
    expect(workbench.errors).toEqual([]);
  },
  ONE,
);

scenario(
  'a window shows the local workspace when it opens, if the setting says so and the user is signed out',
  async ({ workbench }) => {
    const projects = workbench.view('Projects');
    await projects.row('Atlas Web').shown();
    await projects.row('Atlas Web').expand();
    await projects.row(/^WEB-28 /).shown();
    await workbench.screenshot('opens/local-workspace');
    expect(workbench.errors).toEqual([]);
  },
  { ...ONE, settings: { 'contrail.localWorkspace.openOnStart': true } },
);
