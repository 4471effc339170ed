/** The versions that If-Match allows; undefined when it allows any. */
export function readIfMatch(header: string | null): number[] | undefined {
  if (header === null || header.trim() === '*') return undefined;
  // A weak or foreign tag matches no version; with none left the list is empty and nothing matches.
  return header.split(',').flatMap((tag) => {
    const [, version] = /^"(\d{1,9})"$/.exec(tag.trim()) ?? [];
    return version ? [Number(version)] : [];
  });
}

/** Whether If-None-Match names what the client would get again. */
export function isUnchanged(header: string | null, etag: string): boolean {
  if (header === null) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((tag) => bare(tag) === bare(etag));
}
