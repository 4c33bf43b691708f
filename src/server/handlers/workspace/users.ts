// Handles requests for the user that the credential belongs to.
import type { Handlers } from '../../handler.ts';

export const userHandlers = {
  getCurrentUser: ({ caller }) => caller,
} satisfies Partial<Handlers>;
