import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ENTITY_SETS } from '../../api/public-v1/odata/entity-sets';
import { guideBlocks } from '../support/guide-blocks';
import { propertiesOf, readDocument } from '../support/operations';

const GUIDES = [...readdirSync('docs/bi').map((name) => `docs/bi/${name}`), 'docs/changelog.md'].filter((file) =>
  file.endsWith('.md'),
);
const document = readDocument('public');
const fields = new Set(
  Object.values(document.components.schemas).flatMap((schema) => Object.keys(propertiesOf(schema).properties)),
);
const parameters = new Set(
  Object.values(document.paths).flatMap((path) =>
    Object.values(path).flatMap(({ parameters = [] }) =>
      parameters.flatMap((parameter) => ('name' in parameter ? parameter.name : [])),
    ),
  ),
);

/** OData's own metadata describes what is below its root; of it the guides name entity sets alone. */
function isOfOData(route: string): boolean {
  const [, set] = /^\/api\/v1\/odata(?:\/(\w+))?(?:\/|$)/.exec(route) ?? [null];
  return set !== null && (set === undefined || ENTITY_SETS.some(({ name }) => name === set));
}

describe.each(GUIDES)('%s', (file) => {
  const text = readFileSync(file, 'utf8');

  test('its queries name fields, parameters and routes that exist', () => {
    const query = guideBlocks(file, 'powerquery-m')
      .join('\n')
      .replaceAll(/#"[^"]*"/g, '');
    const columns = [...query.matchAll(/(?:\{|, |,\s+)"(\w+)"(?=[,}])/g)].map(([, name = '']) => name);
    const typed = [...query.matchAll(/(\w+) = (?:nullable )?(?:text|number|logical|Int64\.Type)\b/g)].map(
      ([, name = '']) => name,
    );
    const read = [...query.matchAll(/(?:First|_\))\[(\w+)\]/g)].map(([, name = '']) => name);
    const asked = [...query.matchAll(/Query = \[(\w+)/g)].map(([, name = '']) => name);
    expect([...columns, ...typed, ...read].filter((name) => !fields.has(name))).toEqual([]);
    expect(asked.filter((name) => !parameters.has(name))).toEqual([]);
    const routes = [...text.matchAll(/api\/v1\/[\w/-]*\w/g)].map(([route]) => `/${route}`);
    expect(routes.filter((route) => !(route in document.paths) && !isOfOData(route))).toEqual([]);
  });

  test('its links lead somewhere', () => {
    const links = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => join(dirname(file), link));
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  });
});
