/** Whether this browser keeps reminders: only then what looks after them is loaded. */

export const REMINDERS = "dicehall-reminders";

export const reminded = $state({ is: there() });

function there(): boolean {
  try {
    return localStorage.getItem(REMINDERS) !== null;
  } catch {
    return false;
  }
}
