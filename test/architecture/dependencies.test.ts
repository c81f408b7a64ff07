import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import Ajv, { type AnySchemaObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
}
interface Bom {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}
interface Lock {
  packages: Record<string, { integrity?: string }>;
}
type Overrides = { [name: string]: string | Overrides };
interface Package {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  overrides: Overrides;
}

const SCHEMAS = 'node_modules/@cyclonedx/cyclonedx-library/res/schema';
const schema = (name: string): AnySchemaObject =>
  JSON.parse(readFileSync(`${SCHEMAS}/${name}`, 'utf8')) as AnySchemaObject;

/** Whether a document fits the schema of CycloneDX 1.5; formats without a validator here are texts. */
function bomSchema(): ValidateFunction {
  const ajv = new Ajv({ strict: false });
  for (const name of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json'])
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}`);
  addFormats(ajv);
  for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true);
  return ajv.compile(schema('bom-1.5.SNAPSHOT.schema.json'));
}

describe('npm run sbom: a bill of materials in CycloneDX', () => {
  const bom = JSON.parse(execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 32_000_000 })) as Bom; // oxfmt-ignore

  test('it fits the schema of CycloneDX 1.5, and every reference leads somewhere', () => {
    const fits = bomSchema();
    expect([fits(bom), fits.errors]).toEqual([true, null]);
    expect(fits({ ...bom, components: [{ name: 'without a type' }] })).toBe(false);
    const refs = [bom.metadata.component, ...bom.components].map((component) => component['bom-ref']);
    const listed = new Set(refs);
    const named = bom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(named.filter((ref) => !listed.has(ref))).toEqual([]);
  });

  test('it names every package that package-lock.json installs, by its address and its hash', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
    const installed = Object.values(packages).flatMap(({ integrity }) => integrity ?? []);
    const hex = installed.map((sha512) => Buffer.from(sha512.replace('sha512-', ''), 'base64').toString('hex'));
    const named = bom.components.flatMap(({ hashes = [] }) => hashes.map(({ content }) => content));
    expect(installed.length).toBe(Object.keys(packages).length - 1); // all but this project
    expect([...new Set(named)].sort()).toEqual([...new Set(hex)].sort());
    expect(bom.components.filter(({ purl }) => !purl.startsWith('pkg:npm/'))).toEqual([]);
  });
});

describe('docs/operations.md says which packages are held at a version, and why', () => {
  const { dependencies, devDependencies, overrides } = JSON.parse(readFileSync('package.json', 'utf8')) as Package;
  const held = { ...dependencies, ...devDependencies };
  const section = readFileSync('docs/operations.md', 'utf8')
    .split('\n## ')
    .find((text) => text.startsWith('Dependencies'));
  const rows = (section ?? '').split('\n').flatMap((line) => {
    const [, name, version, reason = ''] = /^\| `([^`]+)` +\| ([\d.]+) +\| (.+?) +\|$/.exec(line) ?? [];
    return name && version ? [{ name, version, reason }] : [];
  });

  test('the versions are those of package.json', () => {
    expect(rows.length).toBeGreaterThan(5);
    const ofPackage = rows.map(({ name }) => [name, held[name.split(' of ')[0] ?? '']]);
    expect(rows.map(({ name, version }) => [name, version])).toEqual(ofPackage);
  });

  test('every override of a package is there', () => {
    const names = Object.entries(overrides).flatMap(([parent, inner]) =>
      typeof inner === 'string' ? parent : Object.keys(inner).map((name) => `${name} of ${parent}`),
    );
    expect(
      rows
        .map(({ name }) => name)
        .filter((name) => name.includes(' of '))
        .sort(),
    ).toEqual(names.sort());
  });

  test('every version is exact', () => {
    expect(Object.entries(held).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});
