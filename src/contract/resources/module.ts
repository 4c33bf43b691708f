// Owns the module: a named group of a project's work items.
import * as z from 'zod';
import { id } from '../wire.ts';

export const module_ = z.looseObject({ id, name: z.string(), status: z.string().nullish(), description: z.string().nullish() });
export type Module = z.output<typeof module_>;
