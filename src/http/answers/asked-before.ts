/** Kept twice: one million of characters are read from, one is filled. */
const maxCharacters = 1_000_000;

/** Whether something was asked not long ago: what is asked only once is not worth remembering. */
export function createAskedBefore(): (key: string) => boolean {
  let [recent, older] = [new Set<string>(), new Set<string>()];
  let characters = 0;
  return (key) => {
    if (recent.has(key) || older.has(key)) return true;
    if (characters > maxCharacters) {
      older = recent;
      recent = new Set();
      characters = 0;
    }
    recent.add(key);
    characters += key.length;
    return false;
  };
}
