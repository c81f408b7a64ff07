import { clientAddress, limitedAddress } from '../../api/http/client-address';

test.each([
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8::ffff:7', '2001:db8::ffff:7'],
  ['::1', '::1'],
  [undefined, undefined],
])('%s is shown and counted as %s', (ip, address) => {
  expect(clientAddress(ip)).toBe(address);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  [undefined, 'unknown'],
])('%s counts as %s towards limits', (ip, address) => {
  expect(limitedAddress(ip)).toBe(address);
});
