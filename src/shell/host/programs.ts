/** Whether the extension host can run programs, such as git. `web/programs.ts` replaces this module in a browser. */
export const canRunPrograms = true;
