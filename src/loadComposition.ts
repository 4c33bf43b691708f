// Loads `composition.ts` and what it imports: each part in a task of its own, so that none blocks the extension host for
// long. The build makes a bundle of each module that is named here.
import { setImmediate as nextTask } from 'node:timers/promises';
import type { createWorkbench } from './composition.ts';

const PARTS = [
  () => import('./contract/operations.ts'),
  () => import('./core/session/session.ts'),
  () => import('./features/recordPage/recordPage.ts'),
  () => import('./features/tree/workbench/feature.ts'),
  () => import('./features/quickEdit/feature.ts'),
  () => import('./features/startWork/workbench/feature.ts'),
  () => import('./features/records/feature.ts'),
  () => import('./features/comments/workbench/codeCommentsFeature.ts'),
  () => import('./features/agentTools/workbench/feature.ts'),
] as const;

export async function loadComposition(): Promise<{ readonly createWorkbench: typeof createWorkbench }> {
  for (const loadPart of PARTS) {
    await loadPart();
    await nextTask();
  }
  return import('./composition.ts');
}
