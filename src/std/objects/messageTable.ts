// A function for each type of message.

/** For each `type` of the messages, the function that handles it. */
export type MessageTable<Message extends { readonly type: string }, Result> = {
  readonly [Type in Message['type']]: (message: Extract<Message, { readonly type: Type }>) => Result;
};

/** Calls the function for the type of the message. */
export function handleByType<Message extends { readonly type: string }, Result>(
  table: MessageTable<Message, Result>,
  message: Message,
): Result {
  // TypeScript does not know that the type of a message selects the function for this message.
  const handle: (message: never) => Result = table[message.type as Message['type']];
  return handle(message as never);
}
