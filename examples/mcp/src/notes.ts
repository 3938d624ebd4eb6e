/** Everyone's notes, kept in memory. */

/** The scopes of the service. */
export const scopes = { read: "notes:read", write: "notes:write" } as const;

/** Notes by their owner's id. */
export interface Notes {
  list(owner: string): readonly string[];
  add(owner: string, note: string): void;
}

/** Maximum number of notes per user. The oldest ones are deleted. */
const maxNotes = 100;

/** Creates an empty store. */
export function createNotes(): Notes {
  const notes = new Map<string, readonly string[]>();
  const list = (owner: string): readonly string[] => notes.get(owner) ?? [];
  return {
    list,
    add: (owner, note) => void notes.set(owner, [...list(owner), note].slice(-maxNotes)),
  };
}
