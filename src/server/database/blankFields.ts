// Fields that most kinds of records begin with.

export const dated = { created_at: null, updated_at: null, deleted_at: null, created_by: null, updated_by: null };
export const external = { external_source: null, external_id: null };
