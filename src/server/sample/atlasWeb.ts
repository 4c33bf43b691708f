// Defines the sample project Atlas Web, with nested items, dates, rich texts and comments.
import { firstWebItems, laterWebItems } from './atlasWebItems.ts';
import type { ProjectPlan } from './plan.ts';

export const webProject: ProjectPlan = {
  name: 'Atlas Web',
  identifier: 'WEB',
  description: 'The planning board in the browser.',
  members: ['bruno', 'chioma', 'dmitri', 'elif'],
  labels: [
    ['Accessibility', '#8b5cf6'],
    ['Performance', '#f97316'],
    ['Design', '#ec4899'],
    ['Regression', '#ef4444'],
    ['Good first item', '#22c55e'],
    ['Customer', '#0ea5e9'],
  ],
  modules: [
    ['Board', 'in-progress'],
    ['Sign-in', 'completed'],
    ['Offline', 'planned'],
  ],
  types: ['Task', 'Bug', 'Story'],
  hasReviewState: true,
  hoursBetweenItems: 31,
  items: [...firstWebItems, ...laterWebItems],
};
