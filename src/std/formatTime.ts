// Owns how a moment is written for a person: in the place's own way, as short as it can be told.

/** `10:32` on the day of `now`, with the date on another. Both are in milliseconds. */
export function formatTime(at: number, now: number): string {
  const then = new Date(at);
  const time = then.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  const isToday = then.toDateString() === new Date(now).toDateString();
  return isToday ? time : `${then.toLocaleDateString([], { day: 'numeric', month: 'long' })}, ${time}`;
}
