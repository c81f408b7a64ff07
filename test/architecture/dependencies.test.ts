import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
}
interface Bom {
  $schema: string;
  bomFormat: string;
  specVersion: string;
  serialNumber: string;
  version: number;
  metadata: { timestamp: string; component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}
interface Lock {
  packages: Record<string, { integrity?: string }>;
}

describe('npm run sbom (decisions 14): a bill of materials in CycloneDX', () => {
  const bom = JSON.parse(execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8', maxBuffer: 32_000_000 })) as Bom; // oxfmt-ignore

  test('it has what CycloneDX 1.5 asks for', () => {
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 });
    expect(bom.$schema).toBe('http://cyclonedx.org/schema/bom-1.5.schema.json');
    expect(bom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(Date.parse(bom.metadata.timestamp)).not.toBeNaN();
    const refs = [bom.metadata.component, ...bom.components].map((component) => component['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    const listed = new Set(refs);
    const named = bom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
    expect(named.filter((ref) => !listed.has(ref))).toEqual([]);
    expect(bom.components.filter(({ name, version }) => name === '' || version === '')).toEqual([]);
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
