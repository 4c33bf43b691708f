// Validates the messages that pages post to the extension host.
import type * as z from 'zod';

/** Returns the message. If it does not match the schema, calls `onInvalid` with the reason and returns undefined. */
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
