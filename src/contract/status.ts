// Defines the HTTP status codes of specification §4 and §7, and others that real servers send.

export type SuccessStatus = 200 | 201 | 204 | 302;

export const STATUS = {
  ok: 200,
  created: 201,
  noContent: 204,
  moved: 301,
  found: 302,
  badRequest: 400,
  unauthenticated: 401,
  paymentRequired: 402,
  forbidden: 403,
  notFound: 404,
  methodNotAllowed: 405,
  conflict: 409,
  tooLarge: 413,
  throttled: 429,
  internal: 500,
} as const;
