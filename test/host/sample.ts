// Reads sample work items from the test server. The sample has the same ids on every server.
import { strictEqual } from 'node:assert/strict';
import { serverVariable } from './report.ts';

export interface SampleItem {
  readonly project: string;
  readonly id: string;
  readonly name: string;
}

/** Resolves with the sample work item that has this identifier. */
export async function sampleItem(identifier: string): Promise<SampleItem> {
  const { baseUrl, workspace, apiKey } = JSON.parse(process.env[serverVariable] ?? '{}') as Record<string, string>;
  const answer = await fetch(`${baseUrl}/api/v1/workspaces/${workspace}/work-items/${identifier}/`, {
    headers: { 'x-api-key': apiKey ?? '' },
  });
  strictEqual(answer.status, 200);
  const { id, project, name } = (await answer.json()) as SampleItem;
  return { id, project, name };
}
