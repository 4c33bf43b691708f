// Creates the description of the server, by which a client without a credential can recognize it.
import { MAX_BODY_BYTES } from '../contract/schema/limits.ts';
import type { Workspace } from './database/records.ts';

/** Returns the response of `/api/instances/`. The request needs no credential, so nothing private may be included. */
export function describeInstance(workspace: Workspace): Record<string, unknown> {
  return {
    config: { file_size_limit: MAX_BODY_BYTES, is_self_managed: true, app_base_url: null },
    instance: {
      edition: 'CONTRAIL_LOCAL',
      instance_name: workspace.name,
      current_version: '1.3.1',
      workspaces_exist: true,
    },
  };
}
