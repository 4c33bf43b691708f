// End-to-end tests of the overviews of projects, cycles and initiatives.
import type { Frame } from 'playwright-core';
import { expect } from 'vitest';
import type { Theme } from '../support/settings.ts';
import { type Fixture, ONE_SIGNED_IN, scenario } from './scenario.ts';
import { openContrail } from './steps.ts';

const THEMES: readonly Theme[] = ['dark', 'hc-dark', 'hc-light', 'light'];

async function overviewOf({ workbench }: Fixture, name: string): Promise<Frame> {
  return workbench.webview('.overview h1', name);
}

async function postRecord({ planeServer }: Fixture, path: string, body: unknown): Promise<{ readonly id: string }> {
  const response = await fetch(`${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': planeServer.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as { readonly id: string };
}

async function fetchResults(
  { planeServer }: Fixture,
  path: string,
): Promise<{ readonly id: string; readonly identifier?: string }[]> {
  const response = await fetch(`${planeServer.baseUrl}/api/v1/workspaces/${planeServer.workspace}/${path}`, {
    headers: { 'X-API-Key': planeServer.apiKey },
  });
  return ((await response.json()) as { results: { id: string; identifier?: string }[] }).results;
}

function dateFromToday(fromToday: number): string {
  return new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10);
}

scenario(
  'a project overview shows charts of the loaded work items, and of all of them on request',
  async (fixture) => {
    const { workbench } = fixture;
    await openContrail(fixture);
    await workbench.view('Projects').row('Field Notes').pickFromMenu('Show Overview…');
    const frame = await overviewOf(fixture, 'Field Notes');
    await frame.getByText('Based on 100 of 130 work items.').waitFor();
    await workbench.screenshot('overview/first-page');
    await frame.getByText('Load All (1 request)').click();
    await frame.getByText('Based on 130 work items.').waitFor();
    expect(await frame.getByText('Load All').count()).toBe(0);
    for (const theme of THEMES) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`overview/project-${theme}`);
    }
    await frame.locator('summary', { hasText: 'By assignee' }).click();
    await frame.getByRole('rowheader', { name: 'Unassigned' }).scrollIntoViewIfNeeded();
    await workbench.screenshot('overview/table');

    await workbench.reload();
    const again = await overviewOf(fixture, 'Field Notes');
    await again.getByText(/^Based on/).waitFor();
    await workbench.tab('Overview: Field Notes').waitFor();
    await workbench.page.setViewportSize({ width: 700, height: 900 });
    await again.locator('.charts').waitFor();
    await workbench.screenshot('overview/narrow');
    expect(workbench.errors).toEqual([]);
  },
  ONE_SIGNED_IN,
);

scenario(
  'the overview of a cycle or an initiative is opened by name, and the remaining work of the cycle is drawn day by day',
  async (fixture) => {
    const { workbench } = fixture;
    const { quickInput } = workbench;
    const project = (await fetchResults(fixture, 'projects/')).find(({ identifier }) => identifier === 'WEB')?.id ?? '';
    const cycle = await postRecord(fixture, `projects/${project}/cycles/`, {
      name: 'Before the harbour fair',
      project_id: project,
      start_date: dateFromToday(-12),
      end_date: dateFromToday(9),
    });
    const issues = (await fetchResults(fixture, `projects/${project}/work-items/?per_page=100`))
      .map(({ id }) => id)
      .slice(0, 24);
    await postRecord(fixture, `projects/${project}/cycles/${cycle.id}/cycle-issues/`, { issues });
    await openContrail(fixture);

    await workbench.runCommand('Contrail: Show Overview…');
    await quickInput.shown('Show Overview');
    await quickInput.pick('Cycle of a Project…');
    await quickInput.shown('Show Overview: Project');
    await quickInput.pick('Atlas Web');
    await quickInput.shown('Show Overview: Cycle');
    await quickInput.pick('Before the harbour fair');
    const burning = await overviewOf(fixture, 'Before the harbour fair');
    await burning.getByRole('heading', { name: 'Remaining' }).waitFor();
    for (const theme of THEMES) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`overview/cycle-${theme}`);
    }

    await workbench.runCommand('Contrail: Show Overview…');
    await quickInput.shown('Show Overview');
    await quickInput.pick('Know where every parcel is');
    const grouped = await overviewOf(fixture, 'Know where every parcel is');
    await grouped.getByText(/^Load All \(at least/).waitFor();
    await workbench.screenshot('overview/initiative-first');
    await grouped.getByText(/^Load All/).click();
    await grouped.getByText(/^Load All/).waitFor({ state: 'detached' });
    for (const theme of THEMES) {
      await workbench.setTheme(theme);
      await workbench.screenshot(`overview/initiative-${theme}`);
    }
    expect(workbench.errors).toEqual([]);
  },
  ONE_SIGNED_IN,
);
