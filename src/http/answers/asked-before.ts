/** Of one generation; two are kept. */
const maxCharacters = 1_000_000;

/** Whether something was asked not long ago: what is asked only once is not worth remembering. */
export function createAskedBefore(): (key: string) => boolean {
  // Two generations: when the recent one is full, the older one is forgotten.
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
