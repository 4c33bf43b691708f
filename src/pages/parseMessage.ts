// Parses what a page posts before the host acts on it.
import type * as z from 'zod';

/** Returns the message, or undefined if it does not match the schema. `unheard` then receives the reason. */
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
