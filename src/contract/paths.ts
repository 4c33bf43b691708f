// Defines the path prefixes that many operations share.

export const WORKSPACE_PATH = '/api/v1/workspaces/{workspace_slug}';
export const PROJECT_PATH = `${WORKSPACE_PATH}/projects/{project_id}` as const;
export const WORK_ITEM_PATH = `${PROJECT_PATH}/work-items/{work_item_id}` as const;
