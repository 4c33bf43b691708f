// Tells the answers that mean "this server has no such records" from failures.
import type { Fault } from '../../client/apiError.ts';

/** Whether the server has no such route, or the plan of the workspace does not include it. */
export function isUnsupported(fault: Fault): boolean {
  return (fault.kind === 'notFound' && fault.route) || (fault.kind === 'rejected' && fault.status === 402);
}

/** The same for a list of a project, in which such records can also be switched off: the server then answers 400. */
export function isUnsupportedInProject(fault: Fault): boolean {
  return isUnsupported(fault) || (fault.kind === 'rejected' && fault.status === 400);
}
