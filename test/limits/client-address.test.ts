import { describe, expect, it } from 'vitest';
import { clientAddress, isLoopback } from '../../src/limits/client-address.ts';
import { createTestApp } from '../support/app.ts';

describe('the address of a client', () => {
  it('is that of the connection when no proxy is trusted', () => {
    expect(clientAddress('192.0.2.1', null, 0)).toBe('192.0.2.1');
    expect(clientAddress('192.0.2.1', '198.51.100.7', 0)).toBe('192.0.2.1');
    expect(clientAddress(undefined, '198.51.100.7', 0)).toBe('local');
  });

  it('is what the last trusted proxy saw', () => {
    expect(clientAddress('10.0.0.1', '198.51.100.7', 1)).toBe('198.51.100.7');
    expect(clientAddress('10.0.0.1', '1.1.1.1, 198.51.100.7', 1)).toBe('198.51.100.7');
    expect(clientAddress('10.0.0.1', '1.1.1.1, 198.51.100.7, 10.0.0.2', 2)).toBe('198.51.100.7');
    expect(clientAddress('10.0.0.1', '198.51.100.7', 2)).toBe('198.51.100.7');
    expect(clientAddress('10.0.0.1', null, 1)).toBe('10.0.0.1');
  });

  it('is that of the connection when what a proxy wrote is no address', () => {
    for (const garbage of [
      '',
      ' ',
      ',',
      'unknown',
      '1.2.3',
      '1.2.3.4.5',
      '<script>',
      '::g',
      '[::1',
      '1.2.3.4:x',
    ]) {
      expect(clientAddress('10.0.0.1', garbage, 1)).toBe('10.0.0.1');
    }
  });

  it('leaves out the port that some proxies write', () => {
    expect(clientAddress('10.0.0.1', '198.51.100.7:4711', 1)).toBe('198.51.100.7');
    expect(clientAddress('10.0.0.1', '[2001:db8::1]:4711', 1)).toBe('2001:db8:0:0::/64');
  });

  it('is a whole /64 of IPv6, however it is written', () => {
    const written = [
      '2001:db8:0:1::1',
      '2001:DB8::1:0:0:0:2',
      '2001:0db8:0000:0001:ffff:ffff:ffff:ffff',
      '2001:db8:0:1::192.0.2.1',
    ];
    for (const address of written)
      expect(clientAddress(address, null, 0)).toBe('2001:db8:0:1::/64');
    expect(clientAddress('2001:db8:0:2::1', null, 0)).toBe('2001:db8:0:2::/64');
    expect(clientAddress('fe80::1%eth0', null, 0)).toBe('fe80:0:0:0::/64');
  });

  it('is IPv4 when it is IPv4 written as IPv6', () => {
    for (const address of [
      '::ffff:192.0.2.1',
      '::FFFF:192.0.2.1',
      '::ffff:c000:201',
      '0:0:0:0:0:ffff:c000:0201',
    ]) {
      expect(clientAddress(address, null, 0)).toBe('192.0.2.1');
    }
  });

  it('is this machine for loopback alone', () => {
    for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
      expect([address, isLoopback(clientAddress(address, null, 0))]).toEqual([address, true]);
    }
    for (const address of ['::', '::2', '::ffff:102:304', '192.0.2.1', '::1:0:0:1']) {
      expect([address, isLoopback(clientAddress(address, null, 0))]).toEqual([address, false]);
    }
  });
});

describe('a listening service', () => {
  const spoofed = Array.from({ length: 100 }, (_, n) => `198.51.100.${n}`);

  async function statuses(trustProxy: string, header: (address: string) => string) {
    const env = {
      PORT: '0',
      RATE_LIMIT: 'on',
      RATE_LIMIT_ANONYMOUS: '10',
      TRUST_PROXY: trustProxy,
    };
    const { app } = await createTestApp({ env });
    const url = await app.listen();
    const answers = await Promise.all(
      spoofed.map((address) =>
        fetch(`${url}/questions`, { headers: { 'x-forwarded-for': header(address) } }),
      ),
    );
    return answers.filter(({ status }) => status === 200).length;
  }

  it('gives a hundred made-up addresses one budget', async () => {
    expect(await statuses('0', (address) => address)).toBe(10);
    expect(await statuses('1', (address) => `${address}, 203.0.113.9`)).toBe(10);
  });

  it('gives a hundred clients of a trusted proxy a budget each', async () => {
    expect(await statuses('1', (address) => address)).toBe(100);
  });
});
