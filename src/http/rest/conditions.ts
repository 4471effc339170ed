/** The versions that If-Match allows; undefined for any version. */
export function readIfMatch(header: string | null): number[] | undefined {
  if (header === null || header.trim() === '*') return undefined;
  // Weak and unknown tags, "01" among them, match no version: an empty list matches nothing.
  return header.split(',').flatMap((tag) => {
    const [, version] = /^"([1-9]\d{0,8})"$/.exec(tag.trim()) ?? [];
    return version ? [Number(version)] : [];
  });
}

/** Whether If-None-Match names the current ETag. */
export function isUnchanged(header: string | null, etag: string): boolean {
  if (header === null) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((tag) => bare(tag) === bare(etag));
}
