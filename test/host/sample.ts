// Requests sample work items from the test server. Their ids are the same on every test server.
import { strictEqual } from 'node:assert/strict';
import { serverVariable } from './report.ts';

export interface SampleItem {
  readonly project: string;
  readonly id: string;
  readonly name: string;
}

/** Resolves with the sample work item with this identifier. */
export async function sampleItem(identifier: string): Promise<SampleItem> {
  const { baseUrl, workspace, apiKey } = JSON.parse(process.env[serverVariable] ?? '{}') as Record<string, string>;
  const response = await fetch(`${baseUrl}/api/v1/workspaces/${workspace}/work-items/${identifier}/`, {
    headers: { 'x-api-key': apiKey ?? '' },
  });
  strictEqual(response.status, 200);
  const { id, project, name } = (await response.json()) as SampleItem;
  return { id, project, name };
}
