/** The tables that are looked at. Each is asked for once at a time: two answers would tell its story twice. */

export class Watches {
  readonly #wanted = new Set<string>();
  /** The question on its way, by table. */
  readonly #asked = new Map<string, Promise<void>>();

  /** `ask` settles when the hall has shown the table, or has said why not. */
  constructor(private readonly ask: (table: string) => Promise<void>) {}

  has(table: string): boolean {
    return this.#wanted.has(table);
  }

  /** From now on; asked for at once where the line is open. */
  add(table: string, isOpen: boolean): void {
    this.#wanted.add(table);
    if (isOpen) this.#look(table);
  }

  /** Whether it was looked at. */
  delete(table: string): boolean {
    this.#asked.delete(table);
    return this.#wanted.delete(table);
  }

  /** The line is open again. */
  resume(): void {
    for (const table of this.#wanted) this.#look(table);
  }

  #look(table: string): void {
    if (this.#asked.has(table)) return;
    const asked = this.ask(table);
    this.#asked.set(table, asked);
    void asked.finally(() => {
      if (this.#asked.get(table) === asked) this.#asked.delete(table);
    });
  }
}
