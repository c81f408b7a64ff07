import { openapiFindings } from '../../dev/language/openapi-findings';

test.each(['public', 'internal'] as const)(
  '%s.json: the linter finds nothing, with no rule ignored (spec 1)',
  (name) => {
    expect(openapiFindings(name)).toEqual([]);
  },
);
