// Parses what a page posts before the host acts on it.
import type * as z from 'zod';

/** Returns the message, or undefined if it does not match the schema. `onInvalid` then receives the reason. */
export function parseMessage<Message>(
  messages: z.ZodType<Message>,
  message: unknown,
  onInvalid: (reason: string) => void,
): Message | undefined {
  const { success, data, error } = messages.safeParse(message);
  if (success) return data;
  onInvalid(error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  return undefined;
}
