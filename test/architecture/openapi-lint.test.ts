import { openapiFindings } from '../../dev/language/openapi-findings';

test.each(['public', 'internal'] as const)('%s.json: the linter finds nothing, with no rule ignored', (name) => {
  expect(openapiFindings(name)).toEqual([]);
});
