// The shortest end-to-end test: VS Code lists the packaged extension after its installation.
import { expect } from 'vitest';
import { scenario } from './scenario.ts';

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
  // The test sends no request to a server.
  { dialects: ['spec'] },
);
