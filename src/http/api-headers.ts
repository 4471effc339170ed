/** Headers of every response: browsers must not execute, frame or sniff it. */
export const apiHeaders = {
  'api-version': '1',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;
