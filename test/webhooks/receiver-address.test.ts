import { describe, expect, it } from 'vitest';
import { findAddressFault, isPublicAddress } from '../../src/webhooks/receiver-address.ts';

const faultOf = (url: string, allowPrivate = false) =>
  findAddressFault(new URL(url), allowPrivate)?.code;

describe('the address of a receiver', () => {
  it.each([
    'https://example.org/hooks',
    'https://example.org:8443/hooks?a=b',
    'https://93.184.216.34/',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/',
    'https://xn--bcher-kva.example/',
  ])('may be %s', (url) => {
    expect(faultOf(url)).toBeUndefined();
  });

  it.each([
    ['http://example.org/', 'not_https'],
    ['ftp://example.org/', 'not_https'],
    ['https://example.org:22/', 'port_not_allowed'],
    ['https://example.org:6379/', 'port_not_allowed'],
    ['https://example.org:80/', 'port_not_allowed'],
  ])('is refused: %s (%s)', (url, code) => {
    expect(faultOf(url)).toBe(code);
  });

  it.each([
    'https://localhost/',
    'https://LOCALHOST./',
    'https://a.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://intranet/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://0x7f.0.0.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://017700000001/',
    'https://127.0.0.1./',
    'https://①②⑦.0.0.1/',
    'https://0/',
    'https://10.0.0.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://172.31.255.255/',
    'https://192.168.1.1/',
    'https://198.18.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[::7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[2001::1]/',
    'https://[2001:db8::1]/',
    'https://[fc00::1]/',
    'https://[fd12:3456::1]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
  ])('is not public: %s', (url) => {
    expect(faultOf(url)).toBe('address_not_allowed');
  });

  it.each(['http://127.0.0.1:3000/', 'https://localhost:22/', 'http://[::ffff:127.0.0.1]/'])(
    'may be %s where private addresses are allowed',
    (url) => {
      expect(faultOf(url, true)).toBeUndefined();
    },
  );

  it.each(['', 'example.org', 'fe80::1%eth0', '2606:2800::1%1', '1.2.3'])(
    'as an IP address is none: %j',
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );
});
