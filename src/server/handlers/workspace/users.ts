// Handles requests for the user to whom the credential belongs.
import type { Handlers } from '../handlerTypes.ts';

export const userHandlers = {
  getCurrentUser: ({ caller }) => caller,
} satisfies Partial<Handlers>;
