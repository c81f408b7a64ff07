import { clientAddress } from '../../api/http/client-address';

test.each([
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8::ffff:7', '2001:db8::ffff:7'],
  ['::1', '::1'],
  [undefined, undefined],
])('%s is shown and counted as %s (spec 8: audit log, rate limits)', (ip, address) => {
  expect(clientAddress(ip)).toBe(address);
});
