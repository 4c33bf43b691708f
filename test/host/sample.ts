// Owns what the tests in the extension host know of the sample: asked of the service that runs beside them, whose
// sample has the same ids everywhere.
import { strictEqual } from 'node:assert/strict';
import { serviceVariable } from './report.ts';

export interface SampleItem {
  readonly project: string;
  readonly id: string;
  readonly name: string;
}

/** The work item of the sample that people call so. */
export async function sampleItem(identifier: string): Promise<SampleItem> {
  const { baseUrl, workspace, apiKey } = JSON.parse(process.env[serviceVariable] ?? '{}') as Record<string, string>;
  const answer = await fetch(`${baseUrl}/api/v1/workspaces/${workspace}/work-items/${identifier}/`, {
    headers: { 'x-api-key': apiKey ?? '' },
  });
  strictEqual(answer.status, 200);
  const { id, project, name } = (await answer.json()) as SampleItem;
  return { id, project, name };
}
