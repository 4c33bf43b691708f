// Owns the check of what a page posts: it is parsed before anything acts on it.
import type * as z from 'zod';

/**
 * Returns the message, or undefined for one that does not parse; `unheard` is then called with what is wrong with it.
 */
export function parseMessage<Message>(
  messages: z.ZodType<Message>,
  message: unknown,
  unheard: (reason: string) => void,
): Message | undefined {
  const { success, data, error } = messages.safeParse(message);
  if (success) return data;
  unheard(error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  return undefined;
}
