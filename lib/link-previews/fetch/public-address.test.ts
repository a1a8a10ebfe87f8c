import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './public-address'

const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '168.63.129.15',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2a00:1450:4001:800::200e',
  '2001:200::1',
  '::ffff:8.8.8.8',
  '::ffff:808:808',
  '64:ff9b::8.8.8.8',
]

const nonPublicAddresses = [
  // This network, private, shared, loopback, and link-local including cloud metadata.
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  // Protocol assignments, documentation, benchmarking, relays, multicast, reserved, broadcast.
  '192.0.0.1',
  '192.0.0.170',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  // IPv6: unspecified, loopback, local, multicast, discard, documentation, segment routing,
  // unassigned.
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700:4700::1111%eth0',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '3fff::1',
  '5f00::1',
  '4000::1',
  // Addresses embedded in addresses.
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:169.254.169.254',
  '0:0:0:0:0:ffff:10.0.0.1',
  '::127.0.0.1',
  '::8.8.8.8',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::8.8.8.8',
  '2002:7f00:1::',
  '2002:808:808::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  // Invalid addresses.
  '',
  'localhost',
  '8.8.8',
  '0x8.8.8.8',
  '010.8.8.8',
  '134744072',
  '[2606:4700:4700::1111]',
  '8.8.8.8 ',
  '8.8.8.8.',
]

describe('isPublicAddress', () => {
  test.each(publicAddresses)('%s belongs to the public internet', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each(nonPublicAddresses)('“%s” does not belong to the public internet', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
