/** A browser runs no programs. */
export const canRunPrograms = false;
